package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import java.util.List;
import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.rest.dto.runtime.modification.ProcessInstanceModificationDto;
import org.camunda.bpm.engine.rest.sub.runtime.impl.ProcessInstanceResourceImpl;

/** Nobody takes a task off its arrows, not even an admin of the engine. */
class JumpsTest {

    private static final String TAKE =
            "\"variables\":{\"trigger\":{\"value\":\"take\"},\"plan\":{\"value\":\"{\\\"steps\\\":[\\\"x\\\"]}\"}}";

    private static final List<String> JUMPS = List.of(
            before("checking"),
            before("packing"),
            before("done"),
            before("open_out"),
            before("trial"),
            before("trial_passed"),
            before("open"),
            before("open_expires"),
            before("cancelled"),
            after("working"),
            after("open"),
            along("open__take", ""),
            along("open__open_out", "," + TAKE),
            along("open_expires__expired", ""),
            "{\"type\":\"cancel\",\"activityId\":\"open\"}," + before("done"),
            "{\"type\":\"cancel\",\"activityId\":\"open\"}," + before("working"),
            before("working") + ",{\"type\":\"cancel\",\"activityId\":\"open\"}");

    @OnBothDatabases
    void aModificationIsRefused(Baton baton) {
        String id = Errands.in(baton, "open");
        var rows = Traces.of(baton, id);
        for (String jump : JUMPS) {
            for (String skip : List.of("false", "true")) {
                Answer answer = baton.admin()
                        .post(
                                "/engine-rest/process-instance/" + Traces.instance(baton, id) + "/modification",
                                "{\"skipCustomListeners\":%s,\"skipIoMappings\":%s,\"instructions\":[%s]}"
                                        .formatted(skip, skip, jump));
                assertThat(answer.status()).as(jump + answer.body()).isBetween(400, 499);
                assertThat(Traces.of(baton, id)).as(jump).isEqualTo(rows);
            }
        }
    }

    @OnBothDatabases
    void aModificationOfManyIsRefused(Baton baton) {
        String id = Errands.in(baton, "open");
        var rows = Traces.of(baton, id);
        String definition = baton.sql()
                .sql("SELECT definition_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        for (String path : List.of("/engine-rest/modification/execute", "/engine-rest/modification/executeAsync")) {
            Answer answer = baton.admin()
                    .post(
                            path,
                            "{\"processDefinitionId\":\"%s\",\"processInstanceIds\":[\"%s\"],\"skipCustomListeners\":true,\"instructions\":[%s]}"
                                    .formatted(definition, Traces.instance(baton, id), before("done")));
            assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
            assertThat(Traces.of(baton, id)).isEqualTo(rows);
        }
    }

    /** The routes above are closed; what the engine itself says is the second line behind that. */
    @OnBothDatabases
    void theEngineItselfRefusesThemToo(Baton baton) throws Exception {
        String id = Errands.in(baton, "open");
        var rows = Traces.of(baton, id);
        var rest = new ProcessInstanceResourceImpl(baton.engine(), Traces.instance(baton, id), Baton.JSON);
        for (String jump : JUMPS) {
            var modification = Baton.JSON.readValue(
                    "{\"skipCustomListeners\":true,\"skipIoMappings\":true,\"instructions\":[" + jump + "]}",
                    ProcessInstanceModificationDto.class);
            assertThatThrownBy(() -> rest.modifyProcessInstance(modification)).hasCauseInstanceOf(Refusal.class);
            assertThat(Traces.of(baton, id)).as(jump).isEqualTo(rows);
        }
        RuntimeService runtime = baton.engine().getRuntimeService();
        String definition = runtime.createProcessInstanceQuery()
                .processInstanceId(Traces.instance(baton, id))
                .singleResult()
                .getProcessDefinitionId();
        var ofMany = runtime.createModification(definition)
                .processInstanceIds(Traces.instance(baton, id))
                .startBeforeActivity("done");
        assertThatThrownBy(ofMany::execute).hasCauseInstanceOf(Refusal.class);
        assertThatThrownBy(ofMany::executeAsync).hasCauseInstanceOf(Refusal.class);
        var again = runtime.restartProcessInstances(definition)
                .processInstanceIds(Traces.instance(baton, id))
                .startBeforeActivity("done");
        assertThatThrownBy(again::execute).hasCauseInstanceOf(Refusal.class);
        assertThatThrownBy(again::executeAsync).hasCauseInstanceOf(Refusal.class);
        var inTheMiddle = runtime.createProcessInstanceById(definition).startBeforeActivity("checking");
        assertThatThrownBy(inTheMiddle::execute).hasCauseInstanceOf(Refusal.class);
        assertThat(Traces.of(baton, id)).isEqualTo(rows);
    }

    @OnBothDatabases
    void takingTheTokenAwayIsAbandoning(Baton baton) {
        for (String skip : List.of("", "?skipCustomListeners=true&skipIoMappings=true")) {
            String id = Errands.in(baton, "working");
            baton.admin()
                    .delete("/engine-rest/process-instance/" + Traces.instance(baton, id) + skip, null)
                    .expect(204);
            JsonNode last = baton.history(id).get(2);
            assertThat(last.get("trigger").asText()).isEqualTo("abandon");
            assertThat(last.get("actor").asText()).isEqualTo("admin");
            assertThat(last.get("to").asText()).isEqualTo("working");
            var row = Traces.of(baton, id).get("task").get(0);
            assertThat(row.get("abandoned")).isEqualTo(true);
            assertThat(row.get("ended_at")).isNotNull();
            assertThat(Traces.of(baton, id).get("ACT_RU_EXECUTION")).isEmpty();
            baton.admin().move(id, "hand-back", "{}").expect(409);
        }
    }

    @OnBothDatabases
    void aWorkerCannotTakeTheTokenAway(Baton baton) {
        String id = Errands.in(baton, "working", 3, "worker-1");
        var rows = Traces.of(baton, id);
        Answer answer =
                baton.as("worker-1").delete("/engine-rest/process-instance/" + Traces.instance(baton, id), null);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(Traces.of(baton, id)).isEqualTo(rows);
    }

    private static String before(String activity) {
        return "{\"type\":\"startBeforeActivity\",\"activityId\":\"" + activity + "\"}";
    }

    private static String after(String activity) {
        return "{\"type\":\"startAfterActivity\",\"activityId\":\"" + activity + "\"}";
    }

    private static String along(String arrow, String more) {
        return "{\"type\":\"startTransition\",\"transitionId\":\"" + arrow + "\"" + more + "}";
    }
}
