package dev.baton.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Errand;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Quick;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Concurrent moves of independent tasks do not conflict. */
class ManyTasksTest {

    private static final int CALLERS = 16;
    private static final int LIVES = Quick.times(200, 50);

    @OnBothDatabases
    void everyTaskGetsToItsEnd(Baton baton) {
        AtomicInteger left = new AtomicInteger(LIVES);
        Queue<Errand> lived = new ConcurrentLinkedQueue<>();
        Crowd.of(CALLERS, number -> {
            while (left.getAndDecrement() > 0) {
                Errand errand = Errand.create(baton);
                live(baton, errand);
                lived.add(errand);
            }
            return null;
        });
        assertThat(lived).hasSize(LIVES).allSatisfy(errand -> {
            errand.isConsistent();
            assertThat(errand.marks()).containsExactly("1", "2", "3");
            assertThat(errand.history())
                    .extracting(step -> step.get("to").asText())
                    .containsExactly("open", "working", "packing", "checking", "done");
        });
    }

    private static void live(Baton baton, Errand errand) {
        errand.move(baton.as("worker-1"), "take", "1").expect(200);
        errand.move(baton.as("worker-1"), "deliver", "2").expect(200);
        errand.move(baton.as("reviewer-1"), "approve", "3").expect(200);
    }

    @OnBothDatabases
    void anIdIsGivenOnce(Baton baton) {
        for (int round = 0; round < 5; round++) {
            String id = Baton.newId();
            List<Answer> answers = Crowd.of(
                    CALLERS,
                    i -> baton.admin()
                            .post(
                                    "/api/tasks",
                                    "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"title\":\"%d\"}".formatted(id, i)));
            assertThat(answers).filteredOn(a -> a.status() == 201).hasSize(1);
            assertThat(answers).filteredOn(a -> a.status() == 409).hasSize(CALLERS - 1);
            Errand errand = new Errand(baton.admin(), id);
            errand.isConsistent();
            assertThat(errand.instance()).isNotNull();
        }
    }

    @OnBothDatabases
    void anIdIsGivenOnceAlsoThroughCamundasRest(Baton baton) {
        for (int round = 0; round < 5; round++) {
            String id = Baton.newId();
            List<Answer> answers = Crowd.of(
                    CALLERS,
                    i -> i % 2 == 0
                            ? baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\",\"id\":\"%s\"}".formatted(id))
                            : baton.admin()
                                    .post(
                                            "/engine-rest/process-definition/key/errand/start",
                                            "{\"businessKey\":\"%s\"}".formatted(id)));
            assertThat(answers).filteredOn(a -> a.status() / 100 == 2).hasSize(1);
            assertThat(answers).filteredOn(a -> a.status() / 100 == 4).hasSize(CALLERS - 1);
            new Errand(baton.admin(), id).isConsistent();
        }
    }
}
