package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

class RemovingTasksTest {

    @OnBothDatabases
    void anAbandonedTaskStaysInTheLedgerWithWhoAndWhy(Baton baton) {
        String id = baton.create("errand");
        assertThat(baton.as("human")
                        .delete("/api/tasks/" + id, "{\"reason\":\"no longer wanted\"}")
                        .expect(204)
                        .body())
                .isEmpty();
        JsonNode task = baton.task(id);
        assertThat(task.get("state").asText()).isEqualTo("open");
        assertThat(Json.texts(task.get("flags"))).containsExactly("abandoned");
        assertThat(task.get("allowedTransitions")).isEmpty();
        JsonNode last = baton.history(id).get(1);
        assertThat(last.get("trigger").asText()).isEqualTo("abandon");
        assertThat(last.get("actor").asText()).isEqualTo("human");
        assertThat(last.get("payload").get("reason").asText()).isEqualTo("no longer wanted");
        assertThat(baton.engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .processInstanceBusinessKey(id)
                        .count())
                .isZero();
        Problem.of(baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN), 409);
    }

    @OnBothDatabases
    void anEndedTaskLeavesTheListsAndStaysInTheLedger(Baton baton) {
        String id = ErrandDiagram.done(baton);
        String others = "/api/tasks/count";
        int before = baton.admin().get(others).json().get("count").asInt();
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"tidy\"}").expect(204);
        assertThat(baton.admin().get(others).json().get("count").asInt()).isEqualTo(before - 1);
        assertThat(baton.state(id)).isEqualTo("expired");
        JsonNode last = baton.history(id).get(2);
        assertThat(last.get("kind").asText()).isEqualTo("edit");
        assertThat(last.get("actor").asText()).isEqualTo("admin");
        assertThat(last.get("from")).isEqualTo(last.get("to"));
        assertThat(last.at("/payload/reason").asText()).isEqualTo("tidy");
        assertThat(last.at("/payload/removed/after").asBoolean()).isTrue();
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"again\"}").expect(204);
        assertThat(baton.history(id)).as("nothing left to remove").hasSize(3);
    }

    @OnBothDatabases
    void removingIsForAdminsAndHumans(Baton baton) {
        String id = baton.create("errand");
        for (String user : List.of("worker-1", "lead", "intern", "reviewer-1")) {
            Problem.of(baton.as(user).delete("/api/tasks/" + id, "{\"reason\":\"x\"}"), 403);
            Problem.of(baton.as(user).post("/api/tasks/cleanup", "{\"olderThan\":\"P0D\"}"), 403);
        }
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void removingTakesAReason(Baton baton) {
        String id = baton.create("errand");
        for (String body : List.of(
                "{}",
                "{\"reason\":\"\"}",
                "{\"reason\":\"  \"}",
                "{\"reason\":5}",
                "{\"reason\":\"%s\"}".formatted("x".repeat(1001)))) {
            Problem.of(baton.admin().delete("/api/tasks/" + id, body), 400);
        }
        Problem.of(baton.admin().delete("/api/tasks/" + id, null), 400);
        assertThat(baton.task(id).get("flags")).isEmpty();
    }

    @OnBothDatabases
    void cleaningUpDeletesWhatEndedLongAgoAndNothingElse(Baton baton) {
        String old = ErrandDiagram.done(baton);
        String running = baton.create("errand");
        ClockUtil.setCurrentTime(
                new Date(System.currentTimeMillis() + Duration.ofDays(400).toMillis()));
        String recent = ErrandDiagram.done(baton);
        int removed = baton.admin()
                .post("/api/tasks/cleanup", "{\"olderThan\":\"P300D\"}")
                .expect(200)
                .json()
                .get("removed")
                .asInt();
        assertThat(removed).isPositive();
        Problem.of(baton.admin().get("/api/tasks/" + old), 404);
        assertThat(count(baton, "task_transition", old)).isZero();
        assertThat(baton.state(running)).isEqualTo("open");
        assertThat(baton.state(recent)).isEqualTo("expired");
        assertThat(baton.admin()
                        .post("/api/tasks/cleanup", "{\"olderThan\":\"P300D\"}")
                        .expect(200)
                        .json()
                        .get("removed")
                        .asInt())
                .isZero();
    }

    @OnBothDatabases
    void anAgeThatIsNoDurationDeletesNothing(Baton baton) {
        String id = ErrandDiagram.done(baton);
        for (String age : List.of(
                "5",
                "0",
                "\"\"",
                "\"5\"",
                "\"P1Y\"",
                "\"-P1D\"",
                "\"P36501D\"",
                "\"PT99999999999999999H\"",
                "null",
                "{}",
                "\"${1}\"")) {
            Problem.of(baton.admin().post("/api/tasks/cleanup", "{\"olderThan\":" + age + "}"), 400);
        }
        for (String age : List.of("5", "P1Y", "-P1D", "PT99999999999999999H")) {
            Problem refusal =
                    Problem.of(baton.admin().post("/api/tasks/cleanup", "{\"olderThan\":\"" + age + "\"}"), 400);
            assertThat(refusal.about("field")).containsExactly("olderThan");
        }
        assertThat(baton.state(id)).isEqualTo("expired");
    }

    private static long count(Baton baton, String table, String id) {
        return baton.sql()
                .sql("SELECT count(*) FROM " + table + " WHERE task_id=?")
                .param(id)
                .query(Long.class)
                .single();
    }
}
