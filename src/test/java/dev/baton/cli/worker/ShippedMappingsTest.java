package dev.baton.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.cli.worker.Mapping.MoveTemplate;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import dev.baton.testing.Workers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A worker without any code works tasks of all five lifecycles, by the mappings that come with it. */
class ShippedMappingsTest {

    @SuppressWarnings("unused") // the source of the parameterized test
    private static final List<String> SHIPPED = MappingFile.SHIPPED;

    private final Baton baton = Baton.on(Database.H2);

    @ParameterizedTest
    @FieldSource("SHIPPED")
    void everyStateAndTriggerIsInTheDiagram(String name) {
        Mapping mapping = MappingFile.read(name);
        JsonNode table = baton.admin()
                .get("/api/lifecycles/" + mapping.lifecycle())
                .expect(200)
                .json();
        Set<String> states = Json.list(table.get("states")).stream()
                .map(state -> state.get("name").asText())
                .collect(Collectors.toSet());
        Set<String> triggers = Json.list(table.get("transitions")).stream()
                .map(transition -> transition.get("trigger").asText())
                .collect(Collectors.toSet());
        triggers.add("release"); // of the pipeline: it moves nothing, so the table does not list it
        assertThat(states).containsAll(mapping.run());
        mapping.take().stream().filter(take -> !take.claim()).forEach(take -> {
            assertThat(states).contains(take.state());
            assertThat(triggers).containsAll(names(take.moves()));
        });
        allMoves(mapping)
                .forEach(byState -> byState.forEach((state, moves) -> {
                    assertThat(states).contains(state);
                    assertThat(triggers).containsAll(names(moves));
                }));
    }

    private static List<Map<String, List<MoveTemplate>>> allMoves(Mapping mapping) {
        List<Map<String, List<MoveTemplate>>> all =
                new java.util.ArrayList<>(mapping.moves().values());
        all.add(mapping.before());
        all.add(mapping.lost());
        return all;
    }

    private static List<String> names(List<MoveTemplate> moves) {
        return moves.stream().map(MoveTemplate::trigger).toList();
    }

    @Test
    void workQueue() {
        for (String mapping : List.of("work-queue", "work-queue-started")) {
            Workers.drain(baton);
            String id = create("work-queue", "{}");
            assertThat(specialist().mapping(mapping).run()).isEqualTo(Worker.End.DONE);
            assertThat(baton.state(id)).isEqualTo("completed");
            assertThat(baton.task(id).at("/data/exitCode").asInt()).isZero();
        }
    }

    @Test
    void peerReviewAndTheFixesThatReviewersAskFor() {
        String id = create("peer-review", "{\"criticality\":\"standard\"}");
        OneWorker worker = specialist().mapping("peer-review").command("echo sorted");
        assertThat(worker.run()).isEqualTo(Worker.End.DONE);
        assertThat(baton.state(id)).isEqualTo("pending_review");
        assertThat(baton.task(id).at("/data/result/summary").asText()).isEqualTo("sorted");
        move("human", id, "start-review", "{\"reviewers\":[\"reviewer-1\"]}");
        move("reviewer-1", id, "submit-review", "{\"verdict\":\"changes-requested\",\"findings\":[]}");
        move("lead", id, "request-fixes", "{\"fixes\":\"the other way round\"}");
        assertThat(worker.command("grep -o 'the other way round'").run()).isEqualTo(Worker.End.DONE);
        assertThat(baton.task(id).at("/data/result/summary").asText()).isEqualTo("the other way round");
    }

    @Test
    void governedWorkFromTheInboxAndBackAgain() {
        String id = create("governed", "{}");
        OneWorker worker = specialist().mapping("governed").command("echo here it is");
        assertThat(worker.run()).isEqualTo(Worker.End.DONE);
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        assertThat(baton.task(id).at("/data/deliverable/content").asText()).isEqualTo("here it is");
        move("reviewer-1", id, "request-changes", "{\"feedback\":\"more\"}");
        assertThat(worker.command("echo more of it; echo why >&2; exit 75").run())
                .isEqualTo(Worker.End.NOT_DONE);
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
    }

    @Test
    void aThoughtOfTheCognitiveLoop() {
        String id = create("cognitive", "{\"inputText\":\"2 + 2?\"}");
        assertThat(specialist().mapping("cognitive").command("echo 4").run()).isEqualTo(Worker.End.DONE);
        assertThat(baton.state(id)).isEqualTo("completed");
        assertThat(baton.task(id).at("/data/finalResult").asText()).isEqualTo("4");
        assertThat(baton.task(id).at("/data/plan/goal").asText()).isEqualTo("2 + 2?");
    }

    @Test
    void aPlanOfSeveralStepsIsRunStepByStep() {
        String id = create("cognitive", "{\"inputText\":\"two things\"}");
        OneWorker worker = specialist().mapping("cognitive").command("""
                if [ "$BATON_TASK_STATE" = reasoning ]; then
                  printf '{"plan":{"goal":"two things","steps":[{"description":"one","actionType":"respond"},\
                {"description":"two","actionType":"respond"}]}}' > "$BATON_RESULT_FILE"
                else
                  grep -o '"currentStep":{[^}]*"description":"[a-z]*"' | head -n 1 | grep -o '[a-z]*"$'
                fi""");
        assertThat(worker.run()).as(worker.said()).isEqualTo(Worker.End.DONE);
        assertThat(baton.task(id).at("/data/actionsDone")).hasSize(2);
        assertThat(baton.task(id).at("/data/finalResult").asText()).isEqualTo("two\"");
    }

    @Test
    void aPipelineFromClassificationToVerification() {
        String id = create("pipeline", "{}");
        String intent = Json.list(baton.admin()
                        .post("/api/tasks/" + id + "/transitions?dryRun=true", """
                        {"trigger":"classified","payload":{"intent":"no such","confidence":1}}""")
                        .expect(422)
                        .json()
                        .get("errors"))
                .get(0)
                .get("message")
                .asText();
        assertThat(intent).contains("feature");
        OneWorker worker = specialist().mapping("pipeline").command("""
                echo "$BATON_TASK_STATE $BATON_TASK_PHASE"
                [ "$BATON_TASK_STATE" != classifying ] || echo '{"intent":"feature"}' > "$BATON_RESULT_FILE"
                """);
        assertThat(worker.run()).as(worker.said()).isEqualTo(Worker.End.DONE);
        assertThat(baton.state(id)).as(worker.said()).isEqualTo("completed");
    }

    /** Otherwise a worker would take the task again at once, and run its command for ever. */
    @Test
    void aSuccessThatTheServerRefusesIsNone() {
        String id = create("pipeline", "{}");
        OneWorker worker =
                specialist().mapping("pipeline").command("echo '{\"intent\":\"no such\"}' > \"$BATON_RESULT_FILE\"");
        assertThat(worker.run()).as(worker.said()).isEqualTo(Worker.End.NOT_DONE);
        assertThat(worker.said()).contains("the report was refused", "no such");
        assertThat(baton.state(id)).isEqualTo("classifying");
        baton.as("human")
                .delete("/api/tasks/" + id, "{\"reason\":\"done with the test\"}")
                .expect(204);
    }

    private OneWorker specialist() {
        return new OneWorker(baton, OneWorker.newUser(baton, "specialist"));
    }

    /** So urgent that it comes before what other tests have left. */
    private String create(String lifecycle, String data) {
        String id = Baton.newId();
        baton.as("human").post("/api/tasks", """
                        {"lifecycle":"%s","id":"%s","title":"A task","priority":-1000,"data":%s}""".formatted(lifecycle, id, data)).expect(201);
        return id;
    }

    private void move(String user, String id, String trigger, String payload) {
        baton.as(user).move(id, trigger, payload).expect(200);
    }
}
