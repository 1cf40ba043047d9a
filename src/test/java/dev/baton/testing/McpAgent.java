package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;

/** An agent that uses a server through MCP alone, with the client of the SDK. */
public final class McpAgent implements AutoCloseable {

    private final McpSyncClient client;

    private McpAgent(Baton baton, String authorization) {
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder(baton.url())
                        .endpoint("/mcp")
                        .requestBuilder(HttpRequest.newBuilder().header("Authorization", authorization))
                        .build())
                .requestTimeout(Duration.ofSeconds(90))
                .build();
    }

    /** One of the demo's users. */
    public static McpAgent of(Baton baton, String user) {
        return new McpAgent(baton, Caller.basic(user, "demo"));
    }

    public static McpAgent withToken(Baton baton, String token) {
        return new McpAgent(baton, "Bearer " + token);
    }

    public McpSyncClient client() {
        return client;
    }

    /** The result of a call that is not refused. */
    public JsonNode call(String tool, String arguments) {
        CallToolResult result = send(tool, arguments, null);
        assertThat(result.isError())
                .as("%s %s: %s", tool, arguments, text(result))
                .isFalse();
        return Json.read(text(result));
    }

    /** The result of a call that is refused. */
    public JsonNode refused(String tool, String arguments) {
        CallToolResult result = send(tool, arguments, null);
        assertThat(result.isError())
                .as("%s %s: %s", tool, arguments, text(result))
                .isTrue();
        JsonNode refusal = Json.read(text(result));
        assertThat(refusal.path("refused").asText()).isNotBlank();
        assertThat(refusal.path("errors")).isNotEmpty();
        assertThat(refusal.path("whatToDo").asText()).isNotBlank();
        return refusal;
    }

    /** @param meta null for none */
    public CallToolResult send(String tool, String arguments, Map<String, Object> meta) {
        return client.callTool(CallToolRequest.builder(tool)
                .arguments(Baton.JSON.convertValue(
                        Json.object(arguments), new com.fasterxml.jackson.core.type.TypeReference<>() {}))
                .meta(meta)
                .build());
    }

    public static String text(CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((TextContent) result.content().get(0)).text();
    }

    /** Makes a move that the agent is offered, with the lease that it holds. */
    public JsonNode move(String task, String trigger, String payload) {
        JsonNode seen = call("get_task", "{\"task\":\"%s\"}".formatted(task));
        assertThat(Json.list(seen.at("/next/moves")))
                .as("next of %s", seen)
                .anySatisfy(move -> assertThat(move.path("trigger").asText()).isEqualTo(trigger));
        String lease = seen.at("/task/lease/epoch").isInt()
                ? ",\"leaseEpoch\":" + seen.at("/task/lease/epoch").asInt()
                : "";
        return call(
                "move_task",
                "{\"task\":\"%s\",\"trigger\":\"%s\",\"payload\":%s%s}".formatted(task, trigger, payload, lease));
    }

    @Override
    public void close() {
        client.close();
    }
}
