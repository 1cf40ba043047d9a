package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Instant;
import java.util.List;

@AlsoWithoutFastPath
class MovingTasksTest {

    @OnBothDatabases
    void theAnswerTellsWhatHappenedAndWhatMayHappenNext(Baton baton) {
        String id = baton.create("errand");
        JsonNode moved = baton.as("worker-1")
                .move(id, "take", ErrandDiagram.PLAN)
                .expect(200)
                .json();
        assertThat(moved.get("success").asBoolean()).isTrue();
        assertThat(moved.get("taskId").asText()).isEqualTo(id);
        assertThat(moved.get("from").asText()).isEqualTo("open");
        assertThat(moved.get("to").asText()).isEqualTo("working");
        assertThat(moved.get("trigger").asText()).isEqualTo("take");
        assertThat(moved.get("actor").asText()).isEqualTo("worker-1");
        assertThat(Instant.parse(moved.get("at").asText())).isBeforeOrEqualTo(Instant.now());
        assertThat(Json.texts(moved.get("allowedTransitions"))).contains("packing", "open", "cancelled");
    }

    @OnBothDatabases
    void theStateToGoToIsEnoughWhereOneArrowLeadsThere(Baton baton) {
        String id = baton.create("errand");
        JsonNode moved = baton.as("human")
                .post("/api/tasks/" + id + "/transitions", "{\"to\":\"expired\"}")
                .expect(200)
                .json();
        assertThat(moved.get("trigger").asText()).isEqualTo("drop");
    }

    @OnBothDatabases
    void aMoveThatIsNotInTheDiagramIsAConflict(Baton baton) {
        String id = baton.create("errand");
        Problem problem = Problem.of(baton.as("worker-1").move(id, "deliver", ErrandDiagram.RESULT), 409);
        assertThat(problem.about("field")).containsExactly("trigger");
        assertThat(problem.allowedTransitions()).containsExactlyInAnyOrder("working", "expired", "cancelled");
        assertThat(problem.detail()).contains("deliver").contains("open").contains("take");
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void nothingMovesAfterTheEnd(Baton baton) {
        String id = ErrandDiagram.done(baton);
        Problem problem = Problem.of(baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN), 409);
        assertThat(problem.allowedTransitions()).isEmpty();
        assertThat(problem.detail()).contains("ended");
    }

    @OnBothDatabases
    void anArrowIsForItsRolesOnly(Baton baton) {
        String id = baton.create("errand");
        Problem problem = Problem.of(baton.as("intern").move(id, "take", ErrandDiagram.PLAN), 403);
        assertThat(problem.about("field")).containsExactly("actor");
        assertThat(problem.detail()).contains("specialist").contains("lead");
        assertThat(problem.allowedTransitions()).contains("working");
    }

    @OnBothDatabases
    void allReasonsComeAtOnce(Baton baton) {
        String id = baton.create("errand");
        assertThat(Problem.of(baton.as("intern").move(id, "take", "{}"), 403).about("field"))
                .containsExactly("actor", "plan");
        baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
        Answer answer = baton.as("worker-1")
                .move(id, "deliver", "{\"result\":{\"size\":-1},\"note\":\"%s\"}".formatted("x".repeat(51)));
        assertThat(Problem.of(answer, 422).about("field")).containsExactly("result", "result", "note");
        assertThat(baton.state(id)).isEqualTo("working");
    }

    @OnBothDatabases
    void aRequestThatNamesNeitherTriggerNorStateIsMalformed(Baton baton) {
        String id = baton.create("errand");
        Problem.of(baton.admin().post("/api/tasks/" + id + "/transitions", "{}"), 400);
        Problem.of(baton.admin().post("/api/tasks/" + id + "/transitions", "{\"trigger\":\"\"}"), 400);
    }

    @OnBothDatabases
    void aDryRunAnswersTheSameAndChangesNothing(Baton baton) {
        String id = baton.create("errand");
        List<Object> before = everything(baton, id);
        JsonNode tried = baton.as("worker-1")
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"take\",\"payload\":" + ErrandDiagram.PLAN + "}")
                .expect(200)
                .json();
        assertThat(everything(baton, id)).isEqualTo(before);
        JsonNode done = baton.as("worker-1")
                .move(id, "take", ErrandDiagram.PLAN)
                .expect(200)
                .json();
        for (String field : List.of("success", "taskId", "from", "to", "trigger", "actor", "allowedTransitions")) {
            assertThat(tried.get(field)).as(field).isEqualTo(done.get(field));
        }
    }

    @OnBothDatabases
    void aDryRunToTheEndOrIntoAPersonsTaskChangesNothingEither(Baton baton) {
        String id = baton.create("errand");
        baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
        List<Object> before = everything(baton, id);
        baton.as("worker-1")
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"deliver\",\"payload\":" + ErrandDiagram.RESULT + "}")
                .expect(200);
        baton.as("lead")
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"cancel\",\"payload\":{\"reason\":\"x\"}}")
                .expect(200);
        assertThat(everything(baton, id)).isEqualTo(before);
    }

    @OnBothDatabases
    void aDryRunIsRefusedForTheSameReasons(Baton baton) {
        String path = "/api/tasks/" + baton.create("errand") + "/transitions?dryRun=true";
        Problem.of(baton.as("intern").post(path, "{\"trigger\":\"take\",\"payload\":" + ErrandDiagram.PLAN + "}"), 403);
        Problem.of(baton.as("worker-1").post(path, "{\"trigger\":\"take\"}"), 422);
        Problem.of(baton.as("worker-1").post(path, "{\"trigger\":\"deliver\"}"), 409);
    }

    @OnBothDatabases
    void theOptionsSayWhatTheCallerMayDo(Baton baton) {
        String id = baton.create("errand");
        JsonNode options = baton.as("worker-1")
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json();
        assertThat(options.get("state").asText()).isEqualTo("open");
        JsonNode take = option(options, "take");
        assertThat(Json.texts(take.get("to"))).containsExactly("working");
        assertThat(Json.texts(take.get("roles"))).containsExactlyInAnyOrder("specialist", "lead");
        assertThat(Json.texts(take.get("requires"))).containsExactly("plan");
        assertThat(permitted(baton, "worker-1", id)).containsExactlyInAnyOrder("take");
        assertThat(permitted(baton, "lead", id)).containsExactlyInAnyOrder("take", "cancel");
        assertThat(permitted(baton, "human", id)).containsExactlyInAnyOrder("drop", "cancel");
        assertThat(permitted(baton, "intern", id)).isEmpty();
    }

    @OnBothDatabases
    void theAssigneeHasOptionsThatOthersDoNotHave(Baton baton) {
        String id = baton.create("errand");
        baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
        assertThat(permitted(baton, "worker-1", id)).containsExactlyInAnyOrder("deliver", "hand-back", "try");
        assertThat(permitted(baton, "worker-2", id)).containsExactlyInAnyOrder("hand-back");
        baton.as("human").move(id, "cancel", "{\"reason\":\"enough\"}").expect(200);
        assertThat(permitted(baton, "human", id)).isEmpty();
    }

    private static List<String> permitted(Baton baton, String user, String id) {
        JsonNode options = baton.as(user)
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json();
        return Json.list(options.get("transitions")).stream()
                .filter(option -> option.get("permitted").asBoolean())
                .map(option -> option.get("trigger").asText())
                .toList();
    }

    private static JsonNode option(JsonNode options, String trigger) {
        return Json.list(options.get("transitions")).stream()
                .filter(option -> option.get("trigger").asText().equals(trigger))
                .findFirst()
                .orElseThrow();
    }

    /** All that any table knows of a task. */
    private static List<Object> everything(Baton baton, String id) {
        String instance = baton.sql()
                .sql("SELECT process_instance_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        return List.of(
                baton.sql()
                        .sql("SELECT * FROM task WHERE id=?")
                        .param(id)
                        .query()
                        .listOfRows()
                        .toString(),
                baton.sql()
                        .sql("SELECT * FROM task_transition WHERE task_id=? ORDER BY step")
                        .param(id)
                        .query()
                        .listOfRows()
                        .toString(),
                rows(baton, "ACT_RU_EXECUTION", instance),
                rows(baton, "ACT_RU_TASK", instance),
                rows(baton, "ACT_RU_VARIABLE", instance),
                rows(baton, "ACT_RU_EVENT_SUBSCR", instance),
                baton.sql()
                        .sql("SELECT ID_, DUEDATE_ FROM ACT_RU_JOB WHERE PROCESS_INSTANCE_ID_=? ORDER BY ID_")
                        .param(instance)
                        .query()
                        .listOfRows()
                        .toString());
    }

    private static String rows(Baton baton, String table, String instance) {
        return baton.sql()
                .sql("SELECT * FROM " + table + " WHERE PROC_INST_ID_=? ORDER BY ID_")
                .param(instance)
                .query()
                .listOfRows()
                .toString();
    }
}
