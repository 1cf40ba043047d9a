package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Workers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import javax.sql.DataSource;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** How many runs a task gets, and what becomes of one whose attempts were used up without a failure. */
class AttemptsTest {

    @OnBothDatabases
    void threeAttemptsAreThreeRuns(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        for (int run = 1; run <= 2; run++) {
            fail(baton, id);
            assertThat(baton.state(id)).isEqualTo("claimed");
            assertThat(attempts(baton, id)).isEqualTo(run);
            Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        }
        fail(baton, id);
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(attempts(baton, id)).isEqualTo(3);
    }

    @OnBothDatabases
    void aLostClaimUsesUpAnAttemptAndAFailureWithoutOneLeftIsFinal(Baton baton) {
        String id = withAttempts(baton, 2);
        loseClaim(baton, id, 1);
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        fail(baton, id);
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(attempts(baton, id)).isEqualTo(2);
    }

    @OnBothDatabases
    void aTaskUsedUpByLostClaimsIsFlaggedAndHandedOutToNobody(Baton baton) {
        Workers.drain(baton);
        String id = usedUp(baton);
        assertThat(flags(baton, id)).contains("attempts-used-up");
        assertThat(Json.list(baton.admin()
                        .get("/api/tasks?flag=attempts-used-up&limit=500")
                        .expect(200)
                        .json()
                        .get("tasks")))
                .extracting(task -> task.get("id").asText())
                .contains(id);
        String next = Workers.create(baton, "[]");
        assertThat(Workers.claimNext(baton, "worker-1", 0)
                        .expect(200)
                        .json()
                        .get("id")
                        .asText())
                .isEqualTo(next);
        Workers.claimNext(baton, "worker-1", 0).expect(204);
        assertThat(Problem.of(Workers.move(baton, "worker-1", id, "claim", "{}"), 422)
                        .detail())
                .contains("all attempts are used up (2 of 2)", "lead, human, admin");
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void aPersonResetsItAndTheHistorySaysWhoAndWhy(Baton baton) {
        Workers.drain(baton);
        String id = usedUp(baton);
        baton.as("worker-1").move(id, "reset", "{\"reason\":\"again\"}").expect(403);
        baton.as("lead").move(id, "reset", "{}").expect(422);
        JsonNode answer = baton.as("lead")
                .move(id, "reset", "{\"reason\":\"the network is back\"}")
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("ready");
        assertThat(flags(baton, id)).doesNotContain("attempts-used-up");
        assertThat(attempts(baton, id)).isZero();
        List<JsonNode> history = baton.history(id);
        JsonNode last = history.get(history.size() - 1);
        assertThat(last.get("kind").asText()).isEqualTo("within");
        assertThat(last.get("trigger").asText()).isEqualTo("reset");
        assertThat(last.get("actor").asText()).isEqualTo("lead");
        assertThat(last.at("/payload/reason").asText()).isEqualTo("the network is back");
        assertThat(baton.task(id).at("/data").has("reason")).isFalse();
        assertThat(Workers.claimNext(baton, "worker-1", 0)
                        .expect(200)
                        .json()
                        .get("id")
                        .asText())
                .isEqualTo(id);
    }

    @OnBothDatabases
    void aPersonTakesItOnAndAReleaseFlagsItAgain(Baton baton) {
        String id = usedUp(baton);
        Workers.move(baton, "human", id, "claim", "{}").expect(200);
        assertThat(flags(baton, id)).isEmpty();
        Workers.move(baton, "human", id, "release", "{}").expect(200);
        assertThat(flags(baton, id)).containsExactly("attempts-used-up");
        Workers.move(baton, "human", id, "claim", "{}").expect(200);
        Workers.move(baton, "human", id, "start", "{}").expect(200);
        Workers.move(baton, "human", id, "fail", "{\"error\":\"it can't be done\"}")
                .expect(200);
        assertThat(baton.state(id)).isEqualTo("failed");
    }

    @OnBothDatabases
    void recoveredWorkIsReadyForTheNextWorkerByWayOfClaimed(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.beat(baton, "worker-1", id, 1, "half way").expect(200);
        JsonNode answer = baton.as("human")
                .move(id, "recover", "{\"reason\":\"the machine is gone\"}")
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("ready");
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("ready");
        assertThat(task.get("lease").isNull()).isTrue();
        assertThat(task.get("attempts").asInt()).isEqualTo(1);
        assertThat(task.at("/data/lastError").asText()).isEqualTo("the machine is gone");
        assertThat(task.get("data").has("reason")).isFalse();
        assertThat(task.get("data").has("heartbeat")).isFalse();
        List<JsonNode> history = baton.history(id);
        assertStep(history.get(history.size() - 2), "in_progress", "claimed", "human");
        assertStep(history.get(history.size() - 1), "claimed", "ready", "system");
        Workers.move(baton, "worker-2", id, "claim", "{}").expect(200);
    }

    @OnBothDatabases
    void recoveredWorkWithoutAnAttemptLeftHasFailed(Baton baton) {
        String id = withAttempts(baton, 1);
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        baton.as("human").move(id, "recover", "{\"reason\":\"gone\"}").expect(200);
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(attempts(baton, id)).isEqualTo(1);
        assertThat(baton.task(id).at("/data/lastError").asText()).isEqualTo("gone");
    }

    @OnBothDatabases
    void whenATaskWasClaimedIsInTheTask(Baton baton) {
        String id = Workers.create(baton, "[]");
        assertThat(baton.task(id).get("claimedAt").isNull()).isTrue();
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        String claimedAt = baton.task(id).get("claimedAt").asText();
        assertThat(Instant.parse(claimedAt))
                .isCloseTo(Instant.parse(baton.task(id).get("stateEnteredAt").asText()), within(1, ChronoUnit.SECONDS));
        Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        assertThat(baton.task(id).get("claimedAt").asText()).isEqualTo(claimedAt);
        Workers.move(baton, "worker-1", id, "succeed", "{}").expect(200);
        assertThat(baton.task(id).get("claimedAt").asText()).isEqualTo(claimedAt);

        String released = Workers.claimed(baton, "worker-1");
        Workers.move(baton, "worker-1", released, "release", "{}").expect(200);
        assertThat(baton.task(released).get("claimedAt").isNull()).isTrue();
    }

    @OnBothDatabases
    void theNextTaskIsFoundByIndexHoweverManyAreUsedUp(Baton baton) throws SQLException {
        try (Connection connection = baton.bean(DataSource.class).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            boolean h2 = connection.getMetaData().getURL().startsWith("jdbc:h2");
            String query = h2 ? H2ReadyQueue.CANDIDATES : "SELECT id " + PostgresReadyQueue.FIRST;
            if (!h2) {
                statement.execute("SET LOCAL enable_seqscan = off");
            }
            StringBuilder plan = new StringBuilder();
            try (ResultSet rows = statement.executeQuery("EXPLAIN " + filled(query))) {
                while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                }
            }
            assertThat(plan.toString().toLowerCase(java.util.Locale.ROOT))
                    .contains("task_waiting")
                    .doesNotContain("filter: (attempts", "sort key");
            if (h2) {
                assertThat(plan).contains("index sorted");
            }
            connection.rollback();
        }
    }

    private static String filled(String query) {
        String filled = query;
        for (String value : List.of("'work-queue'", "'ready'", "1", "'%'", "'worker-1'")) {
            filled = filled.replaceFirst("\\?", value);
        }
        return filled;
    }

    private static void assertStep(JsonNode entry, String from, String to, String actor) {
        assertThat(entry.get("from").asText()).isEqualTo(from);
        assertThat(entry.get("to").asText()).isEqualTo(to);
        assertThat(entry.get("actor").asText()).isEqualTo(actor);
    }

    private static void fail(Baton baton, String id) {
        Workers.move(baton, "worker-1", id, "fail", "{\"error\":\"no disk\"}").expect(200);
    }

    private static String withAttempts(Baton baton, int attempts) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"maxAttempts\":%d}".formatted(id, attempts))
                .expect(201);
        return id;
    }

    /** Ready, with both attempts used up by claims that nobody started. */
    private static String usedUp(Baton baton) {
        String id = withAttempts(baton, 2);
        loseClaim(baton, id, 1);
        loseClaim(baton, id, 2);
        ClockUtil.reset();
        assertThat(baton.state(id)).isEqualTo("ready");
        assertThat(attempts(baton, id)).isEqualTo(2);
        return id;
    }

    private static void loseClaim(Baton baton, String id, int time) {
        Workers.move(baton, "worker-1", id, "claim", "{}").expect(200);
        long minutes = Duration.ofMinutes(11L * time).toMillis();
        ClockUtil.setCurrentTime(new Date(System.currentTimeMillis() + minutes));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    private static int attempts(Baton baton, String id) {
        return baton.task(id).get("attempts").asInt();
    }

    private static List<String> flags(Baton baton, String id) {
        return Json.texts(baton.task(id).get("flags"));
    }
}
