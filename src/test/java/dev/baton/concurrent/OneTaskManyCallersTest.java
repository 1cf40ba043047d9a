package dev.baton.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Errand;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Quick;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;

/** Concurrent requests for one task: each takes effect completely or not at all, as its answer says. */
@AlsoWithoutFastPath
class OneTaskManyCallersTest {

    private static final int CALLERS = 16;
    private static final int TRIES = Quick.times(15, 4);
    private static final List<String> TRIGGERS = List.of("take", "deliver", "hand-back", "try", "reject", "no-such");

    private record Request(String mark, Answer answer) {

        boolean succeeded() {
            return answer.status() / 100 == 2;
        }
    }

    @OnBothDatabases
    void ofManyWhoTakeATaskOneGetsIt(Baton baton) {
        for (int round = 0; round < Quick.times(10, 2); round++) {
            Errand errand = Errand.create(baton);
            List<Request> requests = Crowd.of(CALLERS, i -> byApi(baton, errand, "take"));
            assertThat(requests).filteredOn(Request::succeeded).hasSize(1);
            requests.stream()
                    .filter(r -> !r.succeeded())
                    .forEach(r -> r.answer().expect(409));
            effectsAreTheSuccesses(errand, requests);
        }
    }

    @OnBothDatabases
    void randomTriggersThroughTheApiQueueUp(Baton baton) {
        Errand errand = Errand.create(baton);
        List<Request> requests = many(i -> byApi(baton, errand, any(TRIGGERS, i)));
        effectsAreTheSuccesses(errand, requests);
        assertThat(requests).filteredOn(Request::succeeded).hasSizeGreaterThan(TRIES);
    }

    @OnBothDatabases
    void camundasRestObeysTheSameOrder(Baton baton) {
        Errand errand = Errand.create(baton);
        List<Request> requests =
                many(i -> i.nextInt(3) == 0 ? byApi(baton, errand, any(TRIGGERS, i)) : byEngine(baton, errand, i));
        effectsAreTheSuccesses(errand, requests);
        assertThat(requests).filteredOn(Request::succeeded).hasSizeGreaterThan(TRIES);
    }

    @OnBothDatabases
    void aTaskIsCancelledOnceWhateverElseGoesOn(Baton baton) {
        for (int round = 0; round < Quick.times(5, 1); round++) {
            Errand errand = Errand.create(baton);
            List<Request> requests = Crowd.of(CALLERS, i -> switch (i % 4) {
                case 0 -> byApi(baton, errand, "cancel");
                case 1 -> byMessage(baton, errand);
                case 2 -> byApi(baton, errand, "take");
                default -> bySignal(baton, errand, "take");
            });
            effectsAreTheSuccesses(errand, requests);
            assertThat(errand.state()).isEqualTo("cancelled");
        }
    }

    private static List<Request> many(Function<Random, Request> request) {
        return Crowd.of(CALLERS, number -> {
                    Random random = new Random(number);
                    List<Request> requests = new ArrayList<>();
                    for (int i = 0; i < TRIES; i++) {
                        requests.add(request.apply(random));
                    }
                    return requests;
                })
                .stream()
                .flatMap(Collection::stream)
                .toList();
    }

    private static void effectsAreTheSuccesses(Errand errand, List<Request> requests) {
        assertThat(requests.stream()
                        .map(Request::answer)
                        .filter(a -> a.status() >= 500)
                        .map(Answer::body))
                .as("faults of the server")
                .isEmpty();
        assertThat(errand.marks())
                .containsExactlyInAnyOrderElementsOf(requests.stream()
                        .filter(Request::succeeded)
                        .map(Request::mark)
                        .toList());
        errand.isConsistent();
    }

    private static Request byApi(Baton baton, Errand errand, String trigger) {
        String mark = UUID.randomUUID().toString();
        return new Request(mark, errand.move(baton.admin(), trigger, mark));
    }

    private static Request byEngine(Baton baton, Errand errand, Random random) {
        return random.nextBoolean()
                ? byCompletion(baton, errand, any(List.of("reject", "take"), random))
                : bySignal(baton, errand, any(TRIGGERS, random));
    }

    private static Request bySignal(Baton baton, Errand errand, String trigger) {
        String execution = baton.sql()
                .sql("SELECT coalesce(max(wait_id), 'none') FROM task WHERE id=?")
                .param(errand.id())
                .query(String.class)
                .single();
        return byVariables(baton, "/engine-rest/execution/" + execution + "/signal", trigger);
    }

    private static Request byCompletion(Baton baton, Errand errand, String trigger) {
        List<String> userTasks = Json.list(baton.admin()
                        .get("/engine-rest/task?processInstanceBusinessKey=" + errand.id())
                        .expect(200)
                        .json())
                .stream()
                .map(task -> task.get("id").asText())
                .toList();
        String userTask = userTasks.isEmpty() ? "none" : userTasks.get(0);
        return byVariables(baton, "/engine-rest/task/" + userTask + "/complete", trigger);
    }

    private static Request byVariables(Baton baton, String path, String trigger) {
        String mark = UUID.randomUUID().toString();
        return new Request(
                mark, baton.admin().post(path, "{\"variables\":%s}".formatted(Errand.variables(trigger, mark))));
    }

    private static Request byMessage(Baton baton, Errand errand) {
        String mark = UUID.randomUUID().toString();
        String body = "{\"messageName\":\"cancel\",\"businessKey\":\"%s\",\"processVariables\":%s}"
                .formatted(errand.id(), Errand.variables("cancel", mark));
        return new Request(mark, baton.admin().post("/engine-rest/message", body));
    }

    private static String any(List<String> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
