package dev.baton.mcp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.json.Json;
import dev.baton.lifecycle.Schema;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Reads the descriptions of the tools from mcp-tools.json, checks the arguments of calls and hands them to {@link Tools}. */
@Component
class ToolCalls {

    private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

    /** Where a program can put the idempotency key, so that the model need not know about it. */
    static final String META_KEY = "dev.baton/idempotencyKey";

    private static final int KEY_LENGTH = 255;

    private record Described(Tool tool, Schema schema, Tools.Handler handler) {}

    private final List<Described> tools;
    private final Refusals refusals;

    ToolCalls(Tools tools, Refusals refusals) {
        this.refusals = refusals;
        Map<String, Tools.Handler> handlers = tools.handlers();
        List<Tool> described = read();
        Set<String> names = described.stream().map(Tool::name).collect(Collectors.toSet());
        if (!names.equals(handlers.keySet())) {
            throw new IllegalStateException("mcp-tools.json describes " + names + ", not " + handlers.keySet());
        }
        this.tools = described.stream()
                .map(tool -> new Described(tool, schema(tool), handlers.get(tool.name())))
                .toList();
    }

    private static List<Tool> read() {
        try (InputStream in = ToolCalls.class.getResourceAsStream("/mcp-tools.json")) {
            return JsonMapper.builder().build().readValue(in, new TypeReference<>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema schema(Tool tool) {
        return Schema.parse(Json.text(tool.inputSchema()).getBytes(StandardCharsets.UTF_8));
    }

    List<String> names() {
        return tools.stream().map(described -> described.tool().name()).toList();
    }

    List<AsyncToolSpecification> specifications() {
        return tools.stream()
                .map(described -> AsyncToolSpecification.builder()
                        .tool(described.tool())
                        .callHandler((context, request) -> Mono.fromFuture(
                                        () -> call(described, request, McpTransport.actor(context)))
                                .onErrorResume(failure -> Mono.just(unexpected(described, failure)))
                                .map(ToolResult::toMcp))
                        .build())
                .toList();
    }

    private CompletableFuture<ToolResult> call(Described described, CallToolRequest request, Actor actor) {
        ObjectNode arguments =
                request.arguments() == null ? Json.object() : (ObjectNode) Json.node(request.arguments());
        arguments.properties().removeIf(argument -> argument.getValue().isNull()); // many models send null for "none"
        List<Fault> faults = new ArrayList<>(described.schema().problems(arguments).stream()
                .map(problem -> new Fault(field(problem.path()), problem.message()))
                .toList());
        String key = arguments.path(ToolCall.IDEMPOTENCY_KEY).textValue();
        Object meta = request.meta() == null ? null : request.meta().get(META_KEY);
        if (meta != null && !isKey(meta)) {
            faults.add(new Fault(META_KEY, "has to be text of 1 to " + KEY_LENGTH + " characters"));
        }
        if (meta != null && key != null && !meta.equals(key)) {
            faults.add(new Fault(META_KEY, "is not the same as the argument " + ToolCall.IDEMPOTENCY_KEY));
        }
        return faults.isEmpty()
                ? described.handler().call(new ToolCall(arguments, meta == null ? key : (String) meta, actor))
                : CompletableFuture.completedFuture(refusals.badArguments(faults));
    }

    private ToolResult unexpected(Described described, Throwable failure) {
        LOG.error(
                "A call of the tool {} failed with an error of the server",
                described.tool().name(),
                failure);
        return refusals.unexpected();
    }

    private static boolean isKey(Object meta) {
        return meta instanceof String text && !text.isEmpty() && text.length() <= KEY_LENGTH;
    }

    private static String field(String path) {
        return path.startsWith(".") ? path.substring(1) : path.isEmpty() ? "arguments" : path;
    }
}
