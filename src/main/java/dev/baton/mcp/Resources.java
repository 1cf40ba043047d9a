package dev.baton.mcp;

import dev.baton.api.ApiCalls;
import dev.baton.api.ApiCalls.Answer;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.json.StrictJsonFactory;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.AsyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ListResourcesResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceContents;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;

/** Tasks and lifecycles as resources. */
@Component
class Resources {

    static final String TASKS = "baton://tasks/";
    static final String LIFECYCLES = "baton://lifecycles/";

    private static final String JSON = "application/json";

    private final ApiCalls api;
    private final TaskAnswers answers;

    Resources(ApiCalls api, TaskAnswers answers) {
        this.api = api;
        this.answers = answers;
    }

    List<AsyncResourceTemplateSpecification> specifications() {
        return List.of(
                template(
                        ResourceTemplate.builder(TASKS + "{id}", "task")
                                .title("A task")
                                .description("A task, and the moves that the caller may make")
                                .mimeType(JSON)
                                .build(),
                        this::task),
                template(
                        ResourceTemplate.builder(LIFECYCLES + "{key}", "lifecycle")
                                .title("A lifecycle")
                                .description("States and transitions of a lifecycle, as JSON and as a Mermaid diagram")
                                .mimeType(JSON)
                                .build(),
                        this::lifecycle));
    }

    /** The lifecycles; tasks are found by the tools. */
    ListResourcesResult list() {
        List<Resource> found = new ArrayList<>();
        api.lifecycles().body().forEach(lifecycle -> {
            String key = lifecycle.path("key").asText();
            found.add(Resource.builder(LIFECYCLES + key, key)
                    .title(lifecycle.path("name").asText(key))
                    .description("States and transitions, as JSON and as a Mermaid diagram")
                    .mimeType(JSON)
                    .build());
        });
        return ListResourcesResult.builder(found).build();
    }

    private static AsyncResourceTemplateSpecification template(
            ResourceTemplate template, BiFunction<String, Actor, List<ResourceContents>> reader) {
        return new AsyncResourceTemplateSpecification(
                template, (context, request) -> Mono.fromSupplier(() -> read(context, request, reader)));
    }

    private static ReadResourceResult read(
            McpTransportContext context,
            ReadResourceRequest request,
            BiFunction<String, Actor, List<ResourceContents>> reader) {
        return ReadResourceResult.builder(reader.apply(request.uri(), McpTransport.actor(context)))
                .build();
    }

    private List<ResourceContents> task(String uri, Actor actor) {
        String id = name(uri, TASKS);
        return List.of(task(id, uri, actor));
    }

    TextResourceContents task(String id, String uri, Actor actor) {
        Answer answer = found(api.task(id, null, actor), uri);
        String text =
                Json.text(answers.withNext(Json.object().set("task", TaskAnswers.whole(answer.body())), id, actor));
        return TextResourceContents.builder(uri, text).mimeType(JSON).build();
    }

    private List<ResourceContents> lifecycle(String uri, Actor actor) {
        String key = name(uri, LIFECYCLES);
        String table = Json.text(found(api.lifecycle(key), uri).body());
        String mermaid = found(api.mermaid(key), uri).body().asText();
        return List.of(
                TextResourceContents.builder(uri, table).mimeType(JSON).build(),
                TextResourceContents.builder(uri, mermaid)
                        .mimeType("text/vnd.mermaid")
                        .build());
    }

    private static String name(String uri, String prefix) {
        try {
            String name = UriUtils.decode(uri.substring(prefix.length()), StandardCharsets.UTF_8);
            if (StrictJsonFactory.fault(name) == null) {
                return name;
            }
        } catch (IllegalArgumentException e) {
            // as if there were none
        }
        throw McpError.RESOURCE_NOT_FOUND.apply(uri); // not even the database could look for it
    }

    /** Reading has no result for refusals, so they are errors of the protocol. */
    static Answer found(Answer answer, String uri) {
        if (answer.refused()) {
            int code = answer.status() == 404 ? ErrorCodes.RESOURCE_NOT_FOUND : ErrorCodes.INVALID_PARAMS;
            throw McpError.builder(code)
                    .message(answer.body().path("detail").asText())
                    .data(Map.of("uri", uri))
                    .build();
        }
        return answer;
    }
}
