package dev.baton.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** Tasks that depend on others, and what stays in a task of a state that it has left. */
class BlockedWorkTest {

    @OnBothDatabases
    void startingWithUnfinishedBlockersSaysThatTheTaskIsBlockedNow(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-2");
        String id = Reviews.createBlockedBy(baton, blocker);
        JsonNode answer =
                baton.as("worker-1").move(id, "start", "{}").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("blocked");
        assertThat(answer.at("/report/message").asText())
                .isEqualTo("The task is blocked now: it depends on " + blocker + " (in_progress)");
        assertThat(answer.at("/report/waitsFor/0/id").asText()).isEqualTo(blocker);
    }

    @OnBothDatabases
    void finishedBlockersFlagATaskThatWaitsForNothingElse(Baton baton) {
        String first = Workers.inProgress(baton, "worker-2");
        String second = Workers.inProgress(baton, "worker-2");
        String id = Reviews.createBlockedBy(baton, first);
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        replace(baton, id, "\"%s\",\"%s\"".formatted(first, second));
        Workers.move(baton, "worker-2", first, "succeed", "{}").expect(200);
        Workers.move(baton, "worker-2", second, "succeed", "{}").expect(200);
        awaitFlags(baton, id, List.of("blockers-finished"));
        assertThat(baton.state(id)).isEqualTo("blocked");
        baton.as("worker-1").move(id, "resume", "{}").expect(200);
        assertThat(flags(baton, id)).isEmpty();
        assertThat(baton.task(id).get("data").has("reason")).isFalse();
        assertThat(baton.task(id).get("data").has("waitsForTasks")).isFalse();
    }

    @OnBothDatabases
    void aNewBlockerTakesTheFlagAwayAndItsRemovalBringsItBack(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-2");
        String id = Reviews.createBlockedBy(baton, blocker);
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        replace(baton, id, "");
        assertThat(flags(baton, id)).containsExactly("blockers-finished");
        replace(baton, id, "\"%s\"".formatted(blocker));
        assertThat(flags(baton, id)).isEmpty();
        replace(baton, id, "");
        assertThat(flags(baton, id)).containsExactly("blockers-finished");
    }

    @OnBothDatabases
    void aTaskThatItsWorkerBlockedForAnotherReasonIsNotOffered(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-2");
        String id = Reviews.inProgress(baton, "standard");
        baton.as("worker-1").move(id, "block", "{\"reason\":\"no access\"}").expect(200);
        replace(baton, id, "\"%s\"".formatted(blocker));
        String other = Reviews.createBlockedBy(baton, blocker);
        baton.as("worker-1").move(other, "start", "{}").expect(200);
        Workers.move(baton, "worker-2", blocker, "succeed", "{}").expect(200);
        awaitFlags(baton, other, List.of("blockers-finished"));
        Awaitility.await()
                .during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(5))
                .until(() -> flags(baton, id).isEmpty());
        assertThat(baton.task(id).at("/data/reason").asText()).isEqualTo("no access");
    }

    @OnBothDatabases
    void findingsOfARoundGoWhenTheNextReviewStarts(Baton baton) {
        String id = Reviews.finalReview(baton);
        baton.as("lead").move(id, "request-fixes", "{\"fixes\":[\"the typo\"]}").expect(200);
        baton.as("worker-1").move(id, "block", "{\"reason\":\"no access\"}").expect(200);
        baton.as("worker-1").move(id, "resume", "{}").expect(200);
        assertThat(baton.task(id).at("/data/findings")).hasSize(1);
        baton.as("worker-1").move(id, "complete", "{\"result\":\"better\"}").expect(200);
        Reviews.startReview(baton, id, "reviewer-1").expect(200);
        assertThat(baton.task(id).get("data").has("findings")).isFalse();
        assertThat(baton.task(id).get("data").has("fixes")).isFalse();
        assertThat(Reviews.reviews(baton, id).get(0).get("findings")).hasSize(1);
    }

    @OnBothDatabases
    void eachReviewCanNameTheStateInsteadOfTheTrigger(Baton baton) {
        String id = Reviews.underReview(baton, "complex", "reviewer-1", "reviewer-2");
        String body = "{\"to\":\"final_review\",\"payload\":%s}".formatted(Reviews.review());
        JsonNode first = baton.as("reviewer-1")
                .post("/api/tasks/" + id + "/transitions", body)
                .expect(200)
                .json();
        assertThat(first.get("to").asText()).isEqualTo("under_review");
        assertThat(Reviews.reviewers(baton, id)).containsExactly("reviewer-1");
        baton.as("reviewer-2").post("/api/tasks/" + id + "/transitions", body).expect(200);
        assertThat(baton.state(id)).isEqualTo("final_review");
    }

    private static void replace(Baton baton, String id, String blockers) {
        baton.as("lead")
                .put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":[%s]}".formatted(blockers), "application/json")
                .expect(200);
    }

    private static List<String> flags(Baton baton, String id) {
        return Json.texts(baton.task(id).get("flags"));
    }

    private static void awaitFlags(Baton baton, String id, List<String> flags) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(flags(baton, id)).isEqualTo(flags));
    }
}
