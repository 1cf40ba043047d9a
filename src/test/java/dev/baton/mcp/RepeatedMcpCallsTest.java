package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.McpAgent;
import dev.baton.testing.OnBothDatabases;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.util.Map;

/** Idempotency keys of calls of tools, which are those of the REST API. */
class RepeatedMcpCallsTest {

    @OnBothDatabases
    void theSameKeyCreatesATaskOnce(Baton baton) {
        String key = Baton.newId();
        String arguments = "{\"lifecycle\":\"work-queue\",\"title\":\"once\",\"idempotencyKey\":\"%s\"}".formatted(key);
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            String id = agent.call("create_task", arguments).at("/task/id").asText();
            assertThat(agent.call("create_task", arguments).at("/task/id").asText())
                    .isEqualTo(id);
            JsonNode other = agent.refused("create_task", arguments.replace("once", "twice"));
            assertThat(other.path("status").asInt()).isEqualTo(409);
            assertThat(other.path("whatToDo").asText()).contains("new idempotencyKey");
            assertThat(baton.as("worker-1")
                            .with("X-Idempotency-Key", key)
                            .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"title\":\"once\"}")
                            .expect(201)
                            .json()
                            .path("id")
                            .asText())
                    .isEqualTo(id);
        }
    }

    @OnBothDatabases
    void aProgramSendsTheKeyBesideTheArguments(Baton baton) {
        String id = baton.create("errand");
        String other = baton.create("errand");
        String key = Baton.newId();
        Map<String, Object> meta = Map.of("dev.baton/idempotencyKey", key);
        try (McpAgent agent = McpAgent.of(baton, "human")) {
            String drop = "{\"task\":\"%s\",\"trigger\":\"drop\",\"payload\":{}}";
            CallToolResult first = agent.send("move_task", drop.formatted(id), meta);
            CallToolResult again = agent.send("move_task", drop.formatted(id), meta);
            assertThat(first.isError()).as(McpAgent.text(first)).isFalse();
            assertThat(McpAgent.text(again)).isEqualTo(McpAgent.text(first));
            assertThat(baton.history(id)).hasSize(2);

            CallToolResult elsewhere = agent.send("move_task", drop.formatted(other), meta);
            assertThat(elsewhere.isError()).isTrue();
            assertThat(McpAgent.text(elsewhere)).contains("used for another request");
            assertThat(baton.history(other)).hasSize(1);
        }
    }

    @OnBothDatabases
    void aKeyThatIsNoneOrTwoIsABadArgument(Baton baton) {
        try (McpAgent agent = McpAgent.of(baton, "human")) {
            for (Object key : new Object[] {"", 5, "k".repeat(256), "another"}) {
                CallToolResult result = agent.send(
                        "create_task",
                        "{\"lifecycle\":\"errand\",\"idempotencyKey\":\"one\"}",
                        Map.of("dev.baton/idempotencyKey", key));
                assertThat(result.isError()).isTrue();
                assertThat(Json.read(McpAgent.text(result))
                                .at("/errors/0/field")
                                .asText())
                        .isEqualTo("dev.baton/idempotencyKey");
            }
        }
    }

    @OnBothDatabases
    void aDryRunChangesNothing(Baton baton) {
        String id = baton.create("errand");
        try (McpAgent agent = McpAgent.of(baton, "human")) {
            JsonNode result = agent.call(
                    "move_task", "{\"task\":\"%s\",\"trigger\":\"drop\",\"payload\":{},\"dryRun\":true}".formatted(id));
            assertThat(result.path("wouldMove").asBoolean()).isTrue();
            String made = Baton.newId();
            assertThat(agent.call(
                                    "create_task",
                                    "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"dryRun\":true}".formatted(made))
                            .path("wouldCreate")
                            .asBoolean())
                    .isTrue();
            baton.admin().get("/api/tasks/" + made).expect(404);
        }
        assertThat(baton.history(id)).hasSize(1);
    }
}
