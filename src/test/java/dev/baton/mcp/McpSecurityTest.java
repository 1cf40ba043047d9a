package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Database;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Json;
import dev.baton.testing.McpAgent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who reaches /mcp, and what restricted tokens can do there. */
@DatabaseIndependent
class McpSecurityTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    private final Baton baton = Baton.on(Database.H2);

    @AfterEach
    void resetTheClock() {
        ClockUtil.reset();
    }

    @Test
    void callersSignIn() {
        Answer anonymous = baton.anonymous().post("/mcp", PING);
        assertThat(Problem.of(anonymous, 401).detail()).contains("Sign in");
        assertThat(anonymous.header("WWW-Authenticate")).doesNotContain("resource_metadata");
        Problem.of(baton.as("worker-1", "wrong").from("127.0.0.61").post("/mcp", PING), 401);
        Problem.of(baton.withToken("baton_" + "x".repeat(43)).from("127.0.0.61").post("/mcp", PING), 401);
        Problem.of(baton.withToken("").from("127.0.0.61").post("/mcp", PING), 401);
        for (String metadata :
                List.of("/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server/mcp")) {
            assertThat(baton.anonymous().get(metadata).status()).isIn(401, 404);
        }
        assertThatThrownBy(() -> {
                    try (McpAgent stranger = McpAgent.withToken(baton, "baton_" + "y".repeat(43))) {
                        stranger.client().initialize();
                    }
                })
                .hasStackTraceContaining("Authorization error");
    }

    @Test
    void guessingIsSlowedDown() {
        Caller guesser = baton.as("worker-2", "guess").from("127.0.0.62");
        for (int i = 0; i <= 5; i++) {
            guesser.post("/mcp", PING).expect(401);
        }
        assertThat(guesser.post("/mcp", PING).expect(429).header("Retry-After")).isNotBlank();
    }

    @Test
    void aTokenExpiresAndIsRevoked() {
        JsonNode brief = issue(baton, "worker-1", ",\"expiresIn\":\"PT1H\"");
        try (McpAgent agent = McpAgent.withToken(baton, brief.path("token").asText())) {
            agent.call("my_work", "{}");
        }
        ClockUtil.offset(Duration.ofMinutes(61).toMillis());
        Caller expired = baton.withToken(brief.path("token").asText());
        Problem.of(expired.post("/mcp", PING), 401);
        ClockUtil.reset();
        expired.post("/mcp", PING).expect(200);
        baton.admin().delete("/api/tokens/" + brief.path("id").asText(), null).expect(204);
        Problem.of(expired.post("/mcp", PING), 401);
    }

    @OnBothDatabases
    void aReadOnlyTokenReadsAndChangesNothing(Baton baton) {
        String id = baton.create("work-queue");
        String token = issue(baton, "admin", ",\"readOnly\":true").path("token").asText();
        try (McpAgent reader = McpAgent.withToken(baton, token)) {
            String task = "{\"task\":\"%s\"}".formatted(id);
            reader.call("list_lifecycles", "{}");
            reader.call("find_tasks", "{\"limit\":1}");
            reader.call("my_work", "{\"limit\":1}");
            reader.call("get_task", task);
            reader.call("next_moves", task);
            reader.call("task_history", task);
            for (Map.Entry<String, String> writing : Map.of(
                            "create_task", "{\"lifecycle\":\"work-queue\"}",
                            "move_task", "{\"task\":\"%s\",\"trigger\":\"claim\",\"dryRun\":true}".formatted(id),
                            "claim_task", "{\"lifecycle\":\"work-queue\"}",
                            "heartbeat", "{\"task\":\"%s\",\"leaseEpoch\":1}".formatted(id),
                            "report_run", "{\"task\":\"%s\",\"costUsd\":1,\"outcome\":\"ok\"}".formatted(id))
                    .entrySet()) {
                JsonNode refusal = reader.refused(writing.getKey(), writing.getValue());
                assertThat(refusal.path("refused").asText()).contains("read-only");
                assertThat(refusal.path("status").asInt()).isEqualTo(403);
                assertThat(refusal.path("whatToDo").asText()).contains("token can only read");
            }
        }
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void aTokenForALifecycleIsForThatOne(Baton baton) {
        String other = baton.create("work-queue");
        String token = issue(baton, "admin", ",\"lifecycles\":[\"errand\"]")
                .path("token")
                .asText();
        try (McpAgent agent = McpAgent.withToken(baton, token)) {
            String id = agent.call("create_task", "{\"lifecycle\":\"errand\"}")
                    .at("/task/id")
                    .asText();
            agent.call("get_task", "{\"task\":\"%s\"}".formatted(id));
            agent.call("find_tasks", "{\"lifecycle\":\"errand\",\"limit\":1}");
            agent.call("my_work", "{\"lifecycle\":\"errand\",\"limit\":1}");
            assertThat(Json.list(agent.call("list_lifecycles", "{}").path("lifecycles")))
                    .extracting(lifecycle -> lifecycle.path("key").asText())
                    .containsExactly("errand");
            assertThat(agent.client().listResources().resources()).hasSize(1);
            assertThatThrownBy(() -> agent.client()
                            .readResource(io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest.builder(
                                            "baton://tasks/" + other)
                                    .build()))
                    .hasMessageContaining("errand");
            String task = "{\"task\":\"%s\"}".formatted(other);
            for (List<String> call : List.of(
                    List.of("create_task", "{\"lifecycle\":\"work-queue\"}"),
                    List.of("claim_task", "{\"lifecycle\":\"work-queue\"}"),
                    List.of("list_lifecycles", "{\"lifecycle\":\"work-queue\"}"),
                    List.of("find_tasks", "{}"),
                    List.of("find_tasks", "{\"lifecycle\":\"work-queue\"}"),
                    List.of("my_work", "{}"),
                    List.of("get_task", task),
                    List.of("next_moves", task),
                    List.of("task_history", task),
                    List.of("move_task", "{\"task\":\"%s\",\"trigger\":\"claim\"}".formatted(other)),
                    List.of("heartbeat", "{\"task\":\"%s\",\"leaseEpoch\":1}".formatted(other)),
                    List.of("report_run", "{\"task\":\"%s\",\"costUsd\":1,\"outcome\":\"ok\"}".formatted(other)))) {
                JsonNode refusal = agent.refused(call.get(0), call.get(1));
                assertThat(refusal.path("refused").asText())
                        .as(call.toString())
                        .contains("This API token is")
                        .contains("errand");
                assertThat(refusal.has("next")).isFalse();
            }
        }
        assertThat(baton.history(other)).hasSize(1);
    }

    @Test
    void browsersOfOtherSitesAreRefused() {
        int port = URI.create(baton.url()).getPort();
        for (String origin : List.of(
                "http://evil.example",
                "http://evil.example:" + port,
                "null",
                "http://localhost.evil.example:" + port,
                "http://127.0.0.1:1")) {
            Problem.of(baton.admin().with("Origin", origin).post("/mcp", PING), 403);
        }
        baton.admin().with("Origin", baton.url()).post("/mcp", PING).expect(200);
        baton.admin().with("Sec-Fetch-Site", "none").post("/mcp", PING).expect(200);
    }

    @Test
    void thereAreNoStreamsNoSessionsAndNoOtherVersions() {
        for (String method : List.of("GET", "DELETE")) {
            Answer answer =
                    baton.as("worker-1").with("Accept", "text/event-stream").send(method, "/mcp", null, null);
            Problem.of(answer, 405);
            assertThat(answer.header("Allow")).isEqualTo("POST");
        }
        Problem.of(
                baton.as("worker-1").with("MCP-Protocol-Version", "2024-11-05").post("/mcp", PING), 400);
        baton.as("worker-1")
                .with("MCP-Protocol-Version", "2025-06-18")
                .post("/mcp", PING)
                .expect(200);
        assertThat(baton.as("worker-1")
                        .post("/mcp", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .expect(202)
                        .body())
                .isEmpty();
    }

    private static JsonNode issue(Baton baton, String user, String more) {
        return baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"agent\"%s}".formatted(user, more))
                .expect(201)
                .json();
    }
}
