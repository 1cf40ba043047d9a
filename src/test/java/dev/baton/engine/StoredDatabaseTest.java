package dev.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Reviews;
import dev.baton.testing.Thinker;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that an earlier release made is taken over, and its tasks go on from where they were. The stored databases
 * hold one task for each state of the five lifecycles, named after it: {@code h2.sql.gz} is what H2's SCRIPT wrote,
 * {@code postgres.sql.gz} is from {@code pg_dump --inserts --no-owner --no-privileges} without its psql commands.
 */
class StoredDatabaseTest {

    private static final Path STORED = Path.of("src/test/resources/earlier");
    private static final List<String> ENDED = List.of(
            "work-queue-completed", "governed-DONE", "governed-CANCELED", "cognitive-completed", "cognitive-failed");
    private static final int TASKS = 33;

    @TempDir
    private Path folder;

    @Test
    void tasksOfAStoredH2DatabaseGoOn() throws Exception {
        Map<String, String> settings = Database.h2(folder.resolve("baton").toString());
        run(settings, "RUNSCRIPT FROM '" + STORED.resolve("h2.sql.gz").toAbsolutePath() + "' COMPRESSION GZIP");
        everyTaskGoesOn(settings);
    }

    @Test
    void tasksOfAStoredPostgresDatabaseGoOn() throws Exception {
        Map<String, String> settings = Database.POSTGRES.settings();
        run(settings, unzipped(STORED.resolve("postgres.sql.gz")));
        everyTaskGoesOn(settings);
    }

    private static String unzipped(Path file) throws IOException {
        try (var text = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void run(Map<String, String> settings, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        settings.get("spring.datasource.url"),
                        settings.get("spring.datasource.username"),
                        settings.get("spring.datasource.password"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void everyTaskGoesOn(Map<String, String> settings) {
        try (Baton baton = Baton.start(settings)) {
            Map<String, String> before = states(baton);
            assertThat(before).hasSize(TASKS);
            before.forEach((id, state) -> historyLeadsTo(baton, id, state));

            workQueueGoesOn(baton);
            governedGoesOn(baton);
            peerReviewGoesOn(baton);
            cognitiveGoesOn(baton);
            pipelineGoesOn(baton);

            states(baton).forEach((id, state) -> historyLeadsTo(baton, id, state));
            ENDED.forEach(id -> {
                assertThat(baton.state(id)).isEqualTo(before.get(id));
                assertThat(baton.task(id).get("terminal").asBoolean()).as(id).isTrue();
            });
            migratedTasksGoOn(baton);
        }
    }

    private static Map<String, String> states(Baton baton) {
        return Json.list(baton.admin()
                        .get("/api/tasks?limit=500")
                        .expect(200)
                        .json()
                        .get("tasks"))
                .stream()
                .collect(Collectors.toMap(
                        task -> task.get("id").asText(),
                        task -> task.get("state").asText()));
    }

    private static void historyLeadsTo(Baton baton, String id, String state) {
        String before = null;
        int number = 0;
        for (JsonNode step : baton.history(id)) {
            assertThat(step.get("number").asInt()).as(id).isEqualTo(++number);
            assertThat(step.get("from").textValue()).as(id).isEqualTo(before);
            before = step.get("to").asText();
        }
        assertThat(before).as(id).isEqualTo(state);
    }

    private static void workQueueGoesOn(Baton baton) {
        worker(baton, "worker-1", "work-queue-claimed", "start", "{}", "in_progress");
        worker(baton, "worker-1", "work-queue-in_progress", "succeed", "{}", "completed");
        worker(baton, "worker-1", "work-queue-failing", "fail", "{\"error\":\"try 2\"}", "claimed");
        assertThat(baton.task("work-queue-failing").get("attempts").asInt()).isEqualTo(2);

        assertThat(baton.state("work-queue-claimed-and-left")).isEqualTo("claimed");
        baton.fireTimers("work-queue-claimed-and-left");
        assertThat(baton.state("work-queue-claimed-and-left")).isEqualTo("ready");

        worker(baton, "worker-2", "work-queue-ready", "claim", "{}", "claimed");
        worker(baton, "worker-2", "work-queue-ready", "start", "{}", "in_progress");
        assertThat(baton.state("work-queue-blocked")).isEqualTo("blocked");
        worker(baton, "worker-2", "work-queue-ready", "succeed", "{}", "completed");
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(baton.state("work-queue-blocked")).isEqualTo("ready"));
    }

    private static void worker(Baton baton, String worker, String id, String trigger, String payload, String to) {
        Workers.move(baton, worker, id, trigger, payload).expect(200);
        assertThat(baton.state(id)).isEqualTo(to);
    }

    private static void governedGoesOn(Baton baton) {
        move(baton, "human", "governed-INBOX", "assign", "{\"assigneeIds\":[\"worker-1\"]}", "ASSIGNED");
        move(baton, "worker-1", "governed-ASSIGNED", "start", Governed.PLAN, "IN_PROGRESS");
        move(baton, "worker-1", "governed-IN_PROGRESS", "submit", Governed.WORK, "REVIEW");
        move(baton, "human", "governed-REVIEW", "approve", Governed.NOTE, "DONE");
        move(baton, "human", "governed-NEEDS_APPROVAL", "decide", Governed.decision("approved"), "REVIEW");
        move(baton, "human", "governed-BLOCKED", "unblock", "{}", "IN_PROGRESS");
    }

    private static void peerReviewGoesOn(Baton baton) {
        move(baton, "worker-1", "peer-review-not_started", "start", "{}", "in_progress");
        move(baton, "worker-1", "peer-review-in_progress", "complete", "{\"result\":\"done\"}", "pending_review");
        move(baton, "worker-1", "peer-review-blocked", "resume", "{}", "in_progress");
        Reviews.startReview(baton, "peer-review-pending_review", "reviewer-1").expect(200);
        assertThat(Reviews.userTasks(baton, "peer-review-pending_review")).hasSize(1);
        assertThat(Reviews.waitingFor(baton, "peer-review-under_review")).containsExactly("reviewer-2");
        Reviews.submit(baton, "peer-review-under_review", "reviewer-2").expect(200);
        assertThat(baton.state("peer-review-under_review")).isEqualTo("final_review");
        assertThat(Reviews.reviewers(baton, "peer-review-under_review"))
                .containsExactlyInAnyOrder("reviewer-1", "reviewer-2");
        move(baton, "lead", "peer-review-final_review", "finish", "{\"finalReport\":\"good\"}", "completed");
    }

    private static void cognitiveGoesOn(Baton baton) {
        event(baton, "cognitive-idle", "TASK_CREATED", "reasoning");
        event(baton, "cognitive-reasoning", "REASON_DONE", "acting");
        event(baton, "cognitive-acting", "TOOL_CALL_COMPLETED", "acting");
        event(baton, "cognitive-suspended", "TASK_RESUMED", "reasoning");
        event(baton, "cognitive-completed", "REFLECTION_COMPLETE", "completed");
    }

    private static void event(Baton baton, String id, String event, String to) {
        move(baton, "worker-1", id, event, Thinker.payload(event), to);
    }

    private static void pipelineGoesOn(Baton baton) {
        run(baton, "classifying").classify("feature", "0.9").expect(200);
        assertThat(baton.state("pipeline-classifying")).isEqualTo("routing");
        move(baton, "admin", "pipeline-awaiting_clarification", "clarify", "{\"text\":\"a feature\"}", "classifying");
        move(baton, "admin", "pipeline-routing", "route", "{}", "executing");
        String phase = run(baton, "executing").phase();
        run(baton, "executing").succeed("done", "0.01").expect(200);
        assertThat(run(baton, "executing").phase()).isNotEqualTo(phase);
        run(baton, "verifying").verify().expect(200);
        assertThat(baton.state("pipeline-verifying")).isEqualTo("completed");
        assertThat(run(baton, "stopped").resumed("{}").state()).isEqualTo("executing");
    }

    private static PipelineRun run(Baton baton, String state) {
        return new PipelineRun(baton.admin(), "pipeline-" + state);
    }

    private static void move(Baton baton, String user, String id, String trigger, String payload, String to) {
        baton.as(user).move(id, trigger, payload).expect(200);
        assertThat(baton.state(id)).isEqualTo(to);
    }

    private static void migratedTasksGoOn(Baton baton) {
        assertThat(baton.versions("governed")).isEqualTo(2);
        assertThat(baton.migrate("governed").get("moved").asInt()).isEqualTo(5);
        move(baton, "human", "governed-INBOX", "cancel", Governed.REASON, "CANCELED");
        assertThat(baton.versions("work-queue")).isEqualTo(2);
        assertThat(baton.migrate("work-queue").get("moved").asInt()).isEqualTo(4);
        worker(baton, "worker-1", "work-queue-claimed", "succeed", "{}", "completed");
    }
}
