package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ledger.IdempotencyKeys;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Errand;
import dev.baton.testing.OnBothDatabases;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/** The same key with the same request returns the first result. */
class IdempotencyTest {

    private static final String NEW_ERRAND = "{\"lifecycle\":\"errand\",\"title\":\"fetch\"}";

    private static Caller with(Caller caller, String key) {
        return caller.with("X-Idempotency-Key", key);
    }

    private static Caller withNewKey(Caller caller) {
        return with(caller, UUID.randomUUID().toString());
    }

    private static void assertSame(Answer again, Answer first) {
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
    }

    @OnBothDatabases
    void aTaskIsCreatedOnce(Baton baton) {
        Caller caller = withNewKey(baton.as("worker-1"));
        Answer first = caller.post("/api/tasks", NEW_ERRAND).expect(201);
        assertSame(caller.post("/api/tasks", NEW_ERRAND), first);
        String id = first.json().get("id").asText();
        assertThat(first.header("Location")).isEqualTo("/api/tasks/" + id);
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void aTaskMovesOnceAndTheAnswerStaysTheSameWhenItHasMovedOn(Baton baton) {
        Errand errand = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        Answer first = errand.move(caller, "take", "1").expect(200);
        assertSame(errand.move(caller, "take", "1"), first);
        errand.move(baton.as("worker-1"), "hand-back", "2").expect(200);
        assertSame(errand.move(caller, "take", "1"), first);
        assertThat(errand.state()).isEqualTo("open");
        assertThat(errand.marks()).containsExactly("1", "2");
    }

    @OnBothDatabases
    void theOrderOfFieldsAndTheSpacesBetweenThemAreNotAnotherRequest(Baton baton) {
        Caller caller = withNewKey(baton.as("worker-1"));
        Answer first = caller.post("/api/tasks", NEW_ERRAND).expect(201);
        assertSame(caller.post("/api/tasks", "{ \"title\": \"fetch\", \"lifecycle\": \"errand\" }"), first);
    }

    @OnBothDatabases
    void sixteenAtOnceCreateOneTask(Baton baton) {
        Caller caller = withNewKey(baton.as("worker-1"));
        List<Answer> answers = Crowd.of(16, i -> caller.post("/api/tasks", NEW_ERRAND));
        answers.forEach(answer -> assertSame(answer, answers.get(0).expect(201)));
    }

    @OnBothDatabases
    void sixteenAtOnceMakeOneMove(Baton baton) {
        Errand errand = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        List<Answer> answers = Crowd.of(16, i -> errand.move(caller, "take", "1"));
        answers.forEach(answer -> assertSame(answer, answers.get(0).expect(200)));
        assertThat(errand.marks()).containsExactly("1");
        errand.isConsistent();
    }

    @OnBothDatabases
    void aSecondCallWaitsForTheFirstThatIsStillRunning(Baton baton) throws Exception {
        Errand errand = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        List<Answer> answers;
        try (LockedTask task = LockedTask.lock(baton, errand.id())) {
            answers = Crowd.of(List.of(
                    () -> errand.move(caller, "take", "1"),
                    () -> errand.move(caller, "take", "1"),
                    () -> task.releaseWhenWaiting(2)));
        }
        assertSame(answers.get(1), answers.get(0).expect(200));
        assertThat(errand.marks()).containsExactly("1");
    }

    @OnBothDatabases
    void aSecondCallIsTheFirstWhenTheOneBeforeItIsRefused(Baton baton) throws Exception {
        Errand errand = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        String wrong = "{\"trigger\":\"take\",\"payload\":{}}";
        List<Answer> answers;
        try (LockedTask task = LockedTask.lock(baton, errand.id())) {
            answers = Crowd.of(List.of(
                    () -> caller.post("/api/tasks/" + errand.id() + "/transitions", wrong),
                    () -> errand.move(caller, "take", "1"),
                    () -> task.releaseWhenWaiting(2)));
        }
        assertThat(answers.get(0).status()).isIn(422, 409);
        answers.get(1).expect(200);
        assertThat(errand.marks()).containsExactly("1");
    }

    @OnBothDatabases
    void aKeyIsForOneRequestOnly(Baton baton) {
        Errand errand = Errand.create(baton);
        Errand other = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        errand.move(caller, "take", "1").expect(200);
        Answer refused = errand.move(caller, "take", "2").expect(409);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.body()).contains("X-Idempotency-Key");
        errand.move(caller, "hand-back", "1").expect(409);
        other.move(caller, "take", "1").expect(409);
        caller.post("/api/tasks", NEW_ERRAND).expect(409);
        assertThat(errand.marks()).containsExactly("1");
        assertThat(other.state()).isEqualTo("open");
    }

    @OnBothDatabases
    void aRefusedRequestDoesNotUseTheKeyUp(Baton baton) {
        Errand errand = Errand.create(baton);
        String path = "/api/tasks/" + errand.id() + "/transitions";
        Caller caller = withNewKey(baton.as("worker-1"));
        errand.move(caller, "deliver", "1").expect(409);
        caller.move(errand.id(), "take", "{}").expect(422);
        errand.move(caller, "drop", "1").expect(403);
        caller.post(path, "{\"trigger\":").expect(400);
        caller.post(path, "{}").expect(400);
        caller.move("no-such-task", "take", "{}").expect(404);
        caller.post("/api/tasks", "{\"lifecycle\":\"no-such\"}").expect(422);
        caller.post("/api/tasks", "{\"lifecycle\":\"errand\",\"id\":\"%s\"}".formatted(errand.id()))
                .expect(409);
        errand.move(caller, "take", "1").expect(200);
        assertThat(errand.marks()).containsExactly("1");
    }

    @OnBothDatabases
    void aRefusedRequestIsTriedAgainWhenItComesAgain(Baton baton) {
        Errand errand = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        errand.move(caller, "hand-back", "1").expect(409);
        errand.move(baton.as("worker-1"), "take", "2").expect(200);
        errand.move(caller, "hand-back", "1").expect(200);
        assertThat(errand.marks()).containsExactly("2", "1");
    }

    @OnBothDatabases
    void everyActorHasKeysOfTheirOwn(Baton baton) {
        String key = UUID.randomUUID().toString();
        Answer mine =
                with(baton.as("worker-1"), key).post("/api/tasks", NEW_ERRAND).expect(201);
        Answer theirs =
                with(baton.as("worker-2"), key).post("/api/tasks", NEW_ERRAND).expect(201);
        assertThat(theirs.json().get("id")).isNotEqualTo(mine.json().get("id"));
    }

    @OnBothDatabases
    void aKeyHasOneTo255Characters(Baton baton) {
        String key = UUID.randomUUID() + "k".repeat(255 - 36);
        Answer longest =
                with(baton.as("worker-1"), key).post("/api/tasks", NEW_ERRAND).expect(201);
        assertSame(with(baton.as("worker-1"), key).post("/api/tasks", NEW_ERRAND), longest);
        with(baton.as("worker-1"), key + "k").post("/api/tasks", NEW_ERRAND).expect(400);
        with(baton.as("worker-1"), "").post("/api/tasks", NEW_ERRAND).expect(400);
    }

    @OnBothDatabases
    void aDryRunDoesNotUseTheKeyUp(Baton baton) {
        Errand errand = Errand.create(baton);
        Caller caller = withNewKey(baton.as("worker-1"));
        String dry = "{\"trigger\":\"take\",\"payload\":%s}".formatted(Errand.payload("take"));
        caller.post("/api/tasks/" + errand.id() + "/transitions?dryRun=true", dry)
                .expect(200);
        errand.move(caller, "take", "1").expect(200);
        assertThat(errand.marks()).containsExactly("1");
    }

    @OnBothDatabases
    void oldKeysAreForgotten(Baton baton) {
        Caller old = withNewKey(baton.as("worker-1"));
        Answer first = old.post("/api/tasks", NEW_ERRAND).expect(201);
        after(baton, Duration.ofHours(47));
        Caller young = withNewKey(baton.as("worker-1"));
        Answer second = young.post("/api/tasks", NEW_ERRAND).expect(201);
        assertSame(old.post("/api/tasks", NEW_ERRAND), first);
        after(baton, Duration.ofHours(49));
        assertSame(young.post("/api/tasks", NEW_ERRAND), second);
        assertThat(old.post("/api/tasks", NEW_ERRAND).expect(201).json().get("id"))
                .isNotEqualTo(first.json().get("id"));
    }

    private static void after(Baton baton, Duration time) {
        ClockUtil.setCurrentTime(new Date(System.currentTimeMillis() + time.toMillis()));
        baton.bean(IdempotencyKeys.class).deleteOld();
    }

    @OnBothDatabases
    void theServerForgetsOldKeysByItself(Baton baton) {
        assertThat(baton.bean(ScheduledAnnotationBeanPostProcessor.class).getScheduledTasks())
                .anyMatch(task -> task.toString().contains("deleteOld"));
    }
}
