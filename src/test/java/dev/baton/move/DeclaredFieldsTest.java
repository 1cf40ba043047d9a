package dev.baton.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;

/** A task takes the fields that its diagram declares, and no others. */
@DatabaseIndependent
class DeclaredFieldsTest {

    @OnBothDatabases
    void aFieldThatTheArrowDoesNotDeclareIsRefused(Baton baton) {
        String id = baton.create("governed");
        Problem problem = Problem.of(
                baton.as("human").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"],\"firstApprover\":\"worker-1\"}"),
                422);
        assertThat(problem.detail()).contains("firstApprover", "assigneeIds");
        assertThat(baton.state(id)).isEqualTo("INBOX");
        Problem.of(baton.as("human").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"],\"note\":null}"), 422);
        String fromElsewhere = "{\"assigneeIds\":[\"worker-1\"],\"decision\":\"approved\"}";
        Problem.of(baton.as("human").move(id, "assign", fromElsewhere), 422);
    }

    @OnBothDatabases
    void aNewTaskCannotBringWhatRulesRead(Baton baton) {
        for (String data : List.of(
                "{\"firstApprover\":\"human\"}",
                "{\"author\":\"human\"}",
                "{\"completionRecord\":{}}",
                "{\"grantedActions\":[]}")) {
            refused(baton, "governed", data);
        }
        refused(baton, "peer-review", "{\"finalReport\":\"fine\"}");
        refused(baton, "peer-review", "{\"reviews\":[]}");
        refused(baton, "cognitive", "{\"plan\":{}}");
        refused(baton, "cognitive", "{\"mine\":1}");
        refused(baton, "pipeline", "{\"checkpoint\":{}}");
        refused(baton, "work-queue", "{\"error\":\"none yet\"}");
    }

    @OnBothDatabases
    void aLifecycleNamesTheFieldsOfANewTask(Baton baton) {
        for (String lifecycle : List.of("peer-review", "governed", "cognitive", "pipeline")) {
            refused(baton, lifecycle, "{\"ofMyOwn\":null}");
            String said = refused(baton, lifecycle, "{\"ofMyOwn\":1}");
            JsonNode table = baton.admin().get("/api/lifecycles/" + lifecycle).json();
            assertThat(table.get("freeData").asBoolean()).as(lifecycle).isFalse();
            table.get("start")
                    .forEach(
                            field -> assertThat(said).contains(field.get("name").asText()));
        }
    }

    @OnBothDatabases
    void aNewTaskBringsWhatItsLifecycleDeclares(Baton baton) {
        baton.create("governed", "{\"description\":\"What is wanted\",\"context\":{\"anything\":[1]},\"budgetUsd\":3}");
        baton.create("peer-review", "{\"description\":\"What is wanted\",\"criticality\":\"complex\"}");
        baton.create("pipeline", "{\"description\":\"What is wanted\",\"context\":{\"a\":1}}");
        String id = baton.create("work-queue", "{\"command\":\"make\",\"context\":{\"files\":[\"a\"]}}");
        assertThat(baton.task(id).at("/data/command").asText()).isEqualTo("make");
        assertThat(baton.task(id).at("/data/context/files/0").asText()).isEqualTo("a");
        id = baton.create("cognitive", "{\"inputText\":\"Why?\",\"metadata\":{\"team\":\"blue\"}}");
        assertThat(baton.task(id).at("/data/metadata/team").asText()).isEqualTo("blue");
    }

    @OnBothDatabases
    void aDiagramThatDeclaresNothingTakesAnyFieldThatNoTransitionBrings(Baton baton) {
        JsonNode table = baton.admin().get("/api/lifecycles/errand").json();
        assertThat(table.get("freeData").asBoolean()).isTrue();
        assertThat(table.get("start")).isEmpty();
        String id = baton.create("errand", "{\"ofMyOwn\":[1]}");
        assertThat(baton.task(id).at("/data/ofMyOwn/0").asInt()).isEqualTo(1);
        assertThat(refused(baton, "errand", "{\"note\":\"later\"}"))
                .contains("its data takes fields that no transition brings");
    }

    @OnBothDatabases
    void theEnginesOwnRestIsNoWayRound(Baton baton) {
        assertThat(baton.as("human")
                        .post(
                                "/engine-rest/process-definition/key/governed/start",
                                "{\"businessKey\":\"" + Baton.newId()
                                        + "\",\"variables\":{\"firstApprover\":{\"value\":\"human\"}}}")
                        .status())
                .isEqualTo(400);
    }

    @OnBothDatabases
    void blankTextIsNoContent(Baton baton) {
        String id = baton.create("peer-review");
        baton.as("worker-1").move(id, "start", "{}").expect(200);
        Problem problem = Problem.of(baton.as("worker-1").move(id, "block", "{\"reason\":\"  \\n\"}"), 422);
        assertThat(problem.detail()).contains("required");
        assertThat(Problem.of(baton.as("worker-1").move(id, "complete", "{\"result\":\" \"}"), 422)
                        .detail())
                .contains("esult");
    }

    @OnBothDatabases
    void whatIsWrongIsSaidInWords(Baton baton) {
        String id = baton.create("governed");
        baton.as("human").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        Problem problem = Problem.of(
                baton.as("worker-1").move(id, "start", "{\"workPlan\":{\"bullets\":[\"one\",\" \"],\"mood\":1}}"), 422);
        assertThat(problem.detail())
                .contains("workPlan.bullets: at least 3 entries are needed, this has 2")
                .contains("workPlan.bullets[1]: must not be blank")
                .contains("workPlan: 'mood' is not a field of it")
                .doesNotContain(": :");
        assertThat(problem.json().get("success").asBoolean()).isFalse();
    }

    private static String refused(Baton baton, String lifecycle, String data) {
        Problem problem = Problem.of(
                baton.as("human").post("/api/tasks", "{\"lifecycle\":\"" + lifecycle + "\",\"data\":" + data + "}"),
                422);
        assertThat(problem.detail()).as(lifecycle + data).contains(lifecycle);
        return problem.detail();
    }
}
