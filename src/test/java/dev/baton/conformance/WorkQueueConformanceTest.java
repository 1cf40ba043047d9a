package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Payloads;
import dev.baton.testing.Workers;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The matrix of the work queue, cell by cell, and what each trigger brings with it. */
@AlsoWithoutFastPath
class WorkQueueConformanceTest {

    private static final TransitionTable TABLE = new TransitionTable(
            "work-queue",
            Map.of(
                    "ready", Set.of("claimed"),
                    "claimed", Set.of("in_progress", "ready"),
                    "in_progress", Set.of("claimed", "blocked", "completed", "failed"),
                    "blocked", Set.of("ready"),
                    "completed", Set.of(),
                    "failed", Set.of()),
            Map.of(
                    "ready", Set.of("claim", "reset"),
                    "claimed", Set.of("start", "release"),
                    "in_progress", Set.of("succeed", "fail", "block", "recover"),
                    "blocked", Set.of("unblock"),
                    "completed", Set.of(),
                    "failed", Set.of()));

    private static final String EVERYTHING = "{\"error\":\"it broke\",\"reason\":\"it has to wait\"}";

    private static final TransitionTable.Play ADMIN = new TransitionTable.Play() {

        @Override
        public String taskIn(Baton baton, String state, String next) {
            return WorkQueueConformanceTest.taskIn(baton, state, "failed".equals(next) ? 1 : 2);
        }

        @Override
        public Answer attempt(Baton baton, String id, String state, String field, String value) {
            int epoch = baton.task(id).path("lease").path("epoch").asInt();
            String lease = epoch == 0 ? "" : ",\"leaseEpoch\":" + epoch;
            return baton.admin()
                    .post(
                            "/api/tasks/" + id + "/transitions",
                            "{\"%s\":\"%s\",\"payload\":%s%s}"
                                    .formatted(
                                            field,
                                            value,
                                            Payloads.fitting(baton.admin(), id, field, value, EVERYTHING),
                                            lease));
        }
    };

    @OnBothDatabases
    void theDiagramSaysWhatTheMatrixSays(Baton baton) {
        TABLE.isWhatTheDiagramSays(baton, Set.of("ready", "blocked"));
    }

    @OnBothDatabases
    void aRunningTaskAcceptsExactlyTheMatrix(Baton baton) {
        TABLE.isWhatARunningTaskAccepts(baton, ADMIN);
    }

    @OnBothDatabases
    void theNamesOfTriggersWorkInTheirStatesOnly(Baton baton) {
        TABLE.namesTriggersInTheirStatesOnly(baton, ADMIN);
    }

    @OnBothDatabases
    void aRetryCountsGoesBackToTheSameWorkerAndHandsOutANewLease(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        JsonNode answer = Workers.move(baton, "worker-1", id, "fail", "{\"error\":\"no disk\"}")
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("claimed");
        JsonNode task = baton.task(id);
        assertThat(task.get("attempts").asInt()).isEqualTo(1);
        assertThat(task.get("assignee").asText()).isEqualTo("worker-1");
        assertThat(task.get("lease").get("epoch").asInt()).isEqualTo(2);
        assertThat(task.get("data").get("lastError").asText()).isEqualTo("no disk");
        assertThat(lastPath(baton, id)).endsWith("record_failure", "failure", "attempts__retry", "claimed");
    }

    @OnBothDatabases
    void aTaskFailsWhenItsAttemptsAreUsedUpAndKeepsTheLastError(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        for (int attempt = 1; attempt <= 2; attempt++) {
            Workers.move(baton, "worker-1", id, "fail", "{\"error\":\"try %d\"}".formatted(attempt))
                    .expect(200);
            assertThat(baton.task(id).get("attempts").asInt()).isEqualTo(attempt);
            Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        }
        Workers.move(baton, "worker-1", id, "fail", "{\"error\":\"the last\"}").expect(200);
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("failed");
        assertThat(task.get("attempts").asInt()).isEqualTo(3);
        assertThat(task.get("lease").isNull()).isTrue();
        assertThat(task.get("data").get("lastError").asText()).isEqualTo("the last");
        assertThat(lastPath(baton, id)).endsWith("record_failure", "attempts__used_up", "failed");
    }

    private static List<String> lastPath(Baton baton, String id) {
        List<JsonNode> history = baton.history(id);
        return Json.texts(history.get(history.size() - 1).get("path"));
    }

    @OnBothDatabases
    void aFailureNeedsAnErrorAndABlockAReason(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        Workers.move(baton, "worker-1", id, "fail", "{}").expect(422);
        Workers.move(baton, "worker-1", id, "fail", "{\"error\":7}").expect(422);
        Workers.move(baton, "worker-1", id, "block", "{}").expect(422);
        Workers.move(baton, "worker-1", id, "block", "{\"reason\":\"r\",\"blocker\":{\"name\":\"x\"}}")
                .expect(422);
        assertThat(baton.state(id)).isEqualTo("in_progress");
    }

    /** A new task of admin's in a state; one that is blocked waits for no other task. */
    private static String taskIn(Baton baton, String state, int attempts) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"maxAttempts\":%d}"
                                .formatted(id, state.equals("failed") ? 1 : attempts))
                .expect(201);
        if (state.equals("ready")) {
            return id;
        }
        Workers.move(baton, "admin", id, "claim", "{}").expect(200);
        if (!state.equals("claimed")) {
            Workers.move(baton, "admin", id, "start", "{}").expect(200);
        }
        switch (state) {
            case "completed" ->
                Workers.move(baton, "admin", id, "succeed", "{}").expect(200);
            case "failed" ->
                Workers.move(baton, "admin", id, "fail", "{\"error\":\"it broke\"}")
                        .expect(200);
            case "blocked" ->
                Workers.move(baton, "admin", id, "block", "{\"reason\":\"it has to wait\"}")
                        .expect(200);
            default -> {}
        }
        assertThat(baton.state(id)).isEqualTo(state);
        return id;
    }
}
