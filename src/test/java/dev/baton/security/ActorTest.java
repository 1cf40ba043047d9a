package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The actor is the signed-in user, not a name in the request. */
@DatabaseIndependent
class ActorTest {

    private static final List<String> NAMES = List.of("actor", "task", "policy", "createdBy", "assignee", "userId");

    @OnBothDatabases
    void aNameInThePayloadIsRefused(Baton baton) {
        String id = baton.create("errand");
        String payload = NAMES.stream()
                .map(n -> "\"" + n + "\":\"admin\"")
                .collect(Collectors.joining(",", "{", ",\"plan\":{\"steps\":[\"x\"]}}"));
        Problem.of(baton.as("intern").move(id, "take", payload), 403);
        assertThat(baton.as("worker-1").move(id, "take", payload).expect(422).body())
                .contains("'actor' is not a field of 'take'");
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @OnBothDatabases
    void aNameInTheDataIsJustData(Baton baton) {
        JsonNode task = baton.as("intern")
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"data\":{\"actor\":\"admin\",\"assignee\":\"intern\",\"attempts\":99,\"state\":\"done\"}}")
                .expect(201)
                .json();
        String id = task.get("id").asText();
        assertThat(task.get("assignee").isNull()).isTrue();
        assertThat(task.get("attempts").asInt()).isZero();
        assertThat(task.get("state").asText()).isEqualTo("open");
        assertThat(baton.history(id).get(0).get("actor").asText()).isEqualTo("intern");
    }

    @OnBothDatabases
    void aVariableOfAStartThroughCamundaIsJustData(Baton baton) {
        String id = Baton.newId();
        baton.as("intern")
                .post("/engine-rest/process-definition/key/errand/start", variables(id, ""))
                .expect(200);
        assertThat(baton.history(id).get(0).get("actor").asText()).isEqualTo("intern");
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
    }

    @OnBothDatabases
    void aVariableOfASignalThroughCamundaIsRefused(Baton baton) {
        String id = baton.create("errand");
        String signal = "/engine-rest/execution/" + waitId(baton, id) + "/signal";
        String body = variables(
                null, ",\"trigger\":{\"value\":\"take\"},\"plan\":{\"value\":\"{\\\"steps\\\":[\\\"x\\\"]}\"}");
        assertThat(baton.as("intern").post(signal, body).expect(400).body()).contains("intern may not 'take'");
        assertThat(baton.as("worker-1").post(signal, body).expect(400).body())
                .contains("'actor' is not a field of 'take'");
        assertThat(baton.state(id)).isEqualTo("open");
    }

    @OnBothDatabases
    void aVariableOfAFormIsRefused(Baton baton) {
        String id = baton.create("errand");
        baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
        baton.as("worker-1").move(id, "deliver", ErrandDiagram.RESULT).expect(200);
        String complete = "/engine-rest/task/" + waitId(baton, id) + "/complete";
        String body = variables(null, ",\"trigger\":{\"value\":\"approve\"},\"score\":{\"value\":9}");
        baton.as("worker-1").post(complete, body).expect(400);
        assertThat(baton.state(id)).isEqualTo("checking");
        assertThat(baton.as("reviewer-1").post(complete, body).expect(400).body())
                .contains("'actor' is not a field of 'approve'");
        assertThat(baton.state(id)).isEqualTo("checking");
    }

    @OnBothDatabases
    void headersThatNameAUserMeanNothing(Baton baton) {
        String id = baton.create("errand");
        Problem.of(
                baton.as("intern")
                        .with("X-User", "admin")
                        .with("X-Forwarded-User", "admin")
                        .with("X-Remote-User", "admin")
                        .move(id, "take", ErrandDiagram.PLAN),
                403);
        baton.anonymous()
                .with("X-User", "admin")
                .with("X-Authorized-Engines", "default")
                .get("/engine-rest/user")
                .expect(401);
    }

    private static String waitId(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
    }

    private static String variables(String businessKey, String more) {
        String key = businessKey == null ? "" : "\"businessKey\":\"" + businessKey + "\",";
        return NAMES.stream()
                .map(n -> "\"" + n + "\":{\"value\":\"admin\"}")
                .collect(Collectors.joining(",", "{" + key + "\"variables\":{", more + "}}"));
    }
}
