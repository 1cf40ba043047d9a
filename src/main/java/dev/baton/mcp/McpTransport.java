package dev.baton.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.api.ApiCalls;
import dev.baton.core.Actor;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Hands the messages of {@link McpController} to the SDK's server. The SDK's own servlet would block a thread while a claim
 * waits, and is built for a newer Servlet API than that of the container.
 */
@Component
class McpTransport implements McpStatelessServerTransport {

    private static final Logger LOG = LoggerFactory.getLogger(McpTransport.class);

    private static final String ACTOR = "actor";

    /** The SDK answers params of other types with messages about its Java classes. */
    private static final Map<String, Class<?>> PARAMS = Map.of(
            McpSchema.METHOD_INITIALIZE, McpSchema.InitializeRequest.class,
            McpSchema.METHOD_TOOLS_CALL, McpSchema.CallToolRequest.class,
            McpSchema.METHOD_RESOURCES_READ, McpSchema.ReadResourceRequest.class,
            McpSchema.METHOD_PROMPT_GET, McpSchema.GetPromptRequest.class);

    private final McpJsonMapper json;
    private final Resources resources;
    private final List<String> tools;
    private McpStatelessServerHandler handler;

    McpTransport(McpJsonMapper json, Resources resources, ToolCalls tools) {
        this.json = json;
        this.resources = resources;
        this.tools = tools.names();
    }

    @Override
    public void setMcpHandler(McpStatelessServerHandler handler) {
        this.handler = handler;
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty(); // there are no connections of its own
    }

    /** Who makes the call. */
    static Actor actor(McpTransportContext context) {
        return (Actor) context.get(ACTOR);
    }

    CompletableFuture<JSONRPCResponse> request(Object id, String method, JsonNode params, Actor actor) {
        if (!areParamsOf(method, params)) {
            return invalid(id, "The params of '" + method + "' are missing or not as the protocol says");
        }
        if (method.equals(McpSchema.METHOD_TOOLS_CALL)
                && !tools.contains(params.path("name").asText())) {
            // The SDK's message calls every such tool 'invalid_tool_name'.
            return invalid(id, "There is no such tool; there are " + String.join(", ", tools));
        }
        if (method.equals(McpSchema.METHOD_RESOURCES_LIST)) {
            // The SDK lists what was there at its start; lifecycles are deployed later, too.
            return CompletableFuture.completedFuture(JSONRPCResponse.result(id, resources.list()));
        }
        return Mono.defer(() -> handler.handleRequest(
                        context(actor), new JSONRPCRequest(McpSchema.JSONRPC_VERSION, method, id, params)))
                .onErrorResume(failure -> Mono.just(JSONRPCResponse.error(id, unexpected(failure))))
                .map(response -> isUnexpected(response) ? JSONRPCResponse.error(id, unexpected(response)) : response)
                .toFuture();
    }

    private static CompletableFuture<JSONRPCResponse> invalid(Object id, String message) {
        return CompletableFuture.completedFuture(
                JSONRPCResponse.error(id, new JSONRPCError(ErrorCodes.INVALID_PARAMS, message)));
    }

    void notification(String method, JsonNode params, Actor actor) {
        handler.handleNotification(context(actor), new JSONRPCNotification(McpSchema.JSONRPC_VERSION, method, params))
                .onErrorComplete()
                .block();
    }

    private static McpTransportContext context(Actor actor) {
        return McpTransportContext.create(Map.of(ACTOR, actor));
    }

    private boolean areParamsOf(String method, JsonNode params) {
        Class<?> type = PARAMS.get(method);
        if (type == null) {
            return params == null || params.isObject();
        }
        try {
            return params != null && params.isObject() && json.convertValue(params, type) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isUnexpected(JSONRPCResponse response) {
        return response.error() != null && response.error().code() == ErrorCodes.INTERNAL_ERROR;
    }

    private static JSONRPCError unexpected(JSONRPCResponse response) {
        LOG.error("A request of MCP failed: {}", response.error().message());
        return failed();
    }

    private static JSONRPCError unexpected(Throwable failure) {
        LOG.error("A request of MCP failed", failure);
        return failed();
    }

    private static JSONRPCError failed() {
        return new JSONRPCError(ErrorCodes.INTERNAL_ERROR, ApiCalls.UNEXPECTED);
    }
}
