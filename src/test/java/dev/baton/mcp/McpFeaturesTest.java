package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import dev.baton.testing.McpAgent;
import dev.baton.testing.OnBothDatabases;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the server offers: tools with annotations, resources, prompts. */
class McpFeaturesTest {

    private static final Set<String> WRITING =
            Set.of("create_task", "move_task", "claim_task", "heartbeat", "report_run");

    private final Baton baton = Baton.on(Database.H2);

    @Test
    void theToolsSayWhatTheyDo() {
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            InitializeResult server = agent.client().initialize();
            assertThat(server.protocolVersion()).isEqualTo("2025-11-25");
            assertThat(server.serverInfo().name()).isEqualTo("baton");
            assertThat(server.instructions()).contains("claim_task", "leaseEpoch");
            List<Tool> tools = agent.client().listTools().tools();
            assertThat(tools)
                    .extracting(Tool::name)
                    .containsExactly(
                            "list_lifecycles",
                            "create_task",
                            "find_tasks",
                            "my_work",
                            "get_task",
                            "next_moves",
                            "move_task",
                            "claim_task",
                            "heartbeat",
                            "report_run",
                            "task_history");
            assertThat(tools).allSatisfy(tool -> {
                assertThat(tool.description()).isNotBlank();
                assertThat(tool.annotations().readOnlyHint()).isEqualTo(!WRITING.contains(tool.name()));
                assertThat(tool.annotations().openWorldHint()).isFalse();
                assertThat(Boolean.TRUE.equals(tool.annotations().destructiveHint()))
                        .isEqualTo(tool.name().equals("move_task"));
                assertThat(tool.inputSchema()).containsEntry("additionalProperties", false);
            });
        }
    }

    @Test
    void thePageNamesEveryToolAndArgument() throws IOException {
        String page = Files.readString(Path.of("docs", "mcp.md"));
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            for (Tool tool : agent.client().listTools().tools()) {
                assertThat(page).contains("\n### " + tool.name() + "\n");
                String row = page.lines()
                        .filter(line -> line.startsWith("| [`" + tool.name() + "`]"))
                        .findFirst()
                        .orElseThrow();
                if (!tool.name().equals("find_tasks")) {
                    assertThat(((Map<?, ?>) tool.inputSchema().get("properties")).keySet())
                            .filteredOn(argument -> !argument.equals("idempotencyKey"))
                            .allSatisfy(argument -> assertThat(row).contains("`" + argument + "`"));
                }
            }
        }
        Matcher examples = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
        while (examples.find()) {
            assertThat(Json.read(examples.group(1)).isObject()).isTrue();
        }
    }

    @Test
    void lifecyclesAreListedAndDescribed() {
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            assertThat(Json.list(agent.call("list_lifecycles", "{}").path("lifecycles")))
                    .extracting(lifecycle -> lifecycle.path("key").asText())
                    .contains("work-queue", "peer-review", "governed", "cognitive", "pipeline");
            var governed = agent.call("list_lifecycles", "{\"lifecycle\":\"governed\"}");
            assertThat(governed.path("initial").get(0).asText()).isEqualTo("INBOX");
            assertThat(governed.at("/dataOfANewTask").properties()).isNotEmpty();
            assertThat(Json.list(governed.path("transitions"))).anySatisfy(transition -> {
                assertThat(transition.path("trigger").asText()).isEqualTo("start");
                assertThat(Json.texts(transition.path("requires"))).containsExactly("workPlan");
            });
        }
    }

    @Test
    void tasksAreFoundPageByPage() {
        String word = Baton.newId();
        for (int i = 0; i < 3; i++) {
            baton.admin()
                    .post("/api/tasks", "{\"lifecycle\":\"errand\",\"title\":\"%s\"}".formatted(word))
                    .expect(201);
        }
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            var first = agent.call(
                    "find_tasks",
                    "{\"q\":\"%s\",\"lifecycle\":\"errand\",\"active\":true,\"limit\":2}".formatted(word));
            assertThat(first.path("tasks")).hasSize(2);
            var second = agent.call(
                    "find_tasks",
                    "{\"q\":\"%s\",\"lifecycle\":\"errand\",\"active\":true,\"limit\":2,\"after\":\"%s\"}"
                            .formatted(word, first.path("after").asText()));
            assertThat(second.path("tasks")).hasSize(1);
            assertThat(second.has("after")).isFalse();
        }
    }

    @Test
    void tasksAndLifecyclesAreResources() {
        String id = baton.create("work-queue");
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            assertThat(agent.client().listResourceTemplates().resourceTemplates())
                    .extracting(template -> template.uriTemplate())
                    .containsExactlyInAnyOrder("baton://tasks/{id}", "baton://lifecycles/{key}");
            assertThat(agent.client().listResources().resources())
                    .extracting(Resource::uri)
                    .contains("baton://lifecycles/work-queue");
            assertThat(Json.read(read(agent, "baton://tasks/" + id).get(0).text())
                            .at("/task/id")
                            .asText())
                    .isEqualTo(id);
            List<TextResourceContents> lifecycle = read(agent, "baton://lifecycles/work-queue");
            assertThat(Json.read(lifecycle.get(0).text()).path("states")).isNotEmpty();
            assertThat(lifecycle.get(1).mimeType()).isEqualTo("text/vnd.mermaid");
            assertThat(lifecycle.get(1).text()).startsWith("stateDiagram-v2");
            for (String missing : List.of(
                    "baton://tasks/no-such-task",
                    "baton://tasks/%zz",
                    "baton://tasks/a/b",
                    "baton://lifecycles/no-such",
                    "file:///etc/passwd")) {
                assertThatThrownBy(() -> read(agent, missing))
                        .as(missing)
                        .isInstanceOfSatisfying(
                                McpError.class,
                                e -> assertThat(e.getJsonRpcError().code()).isEqualTo(-32002));
            }
        }
    }

    /** PostgreSQL takes no text with the character 0. */
    @OnBothDatabases
    void aResourceWhoseNameNoDatabaseCanHoldIsNotFound(Baton baton) {
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            for (String odd : List.of("baton://tasks/%00", "baton://lifecycles/work-queue%00")) {
                assertThatThrownBy(() -> read(agent, odd))
                        .isInstanceOfSatisfying(
                                McpError.class,
                                e -> assertThat(e.getJsonRpcError().code()).isEqualTo(-32002));
            }
        }
    }

    private static List<TextResourceContents> read(McpAgent agent, String uri) {
        return agent.client().readResource(ReadResourceRequest.builder(uri).build()).contents().stream()
                .map(TextResourceContents.class::cast)
                .toList();
    }

    @Test
    void promptsStartAnAgent() {
        String id = baton.create("peer-review");
        try (McpAgent agent = McpAgent.of(baton, "reviewer-1")) {
            assertThat(agent.client().listPrompts().prompts())
                    .extracting(prompt -> prompt.name())
                    .containsExactlyInAnyOrder("take_next_task", "review_task");
            GetPromptResult take = prompt(agent, "take_next_task", Map.of("lifecycle", "work-queue"));
            assertThat(((TextContent) take.messages().get(0).content()).text())
                    .contains("'work-queue'", "claim_task", "heartbeat", "leaseEpoch");
            GetPromptResult review = prompt(agent, "review_task", Map.of("task", id));
            EmbeddedResource attached =
                    (EmbeddedResource) review.messages().get(1).content();
            assertThat(attached.resource().uri()).isEqualTo("baton://tasks/" + id);
            for (Map<String, Object> wrong :
                    List.of(Map.<String, Object>of(), Map.<String, Object>of("lifecycle", "no-such"))) {
                assertThatThrownBy(() -> prompt(agent, "take_next_task", wrong)).isInstanceOf(McpError.class);
            }
            assertThatThrownBy(() -> prompt(agent, "review_task", Map.of("task", "no-such")))
                    .isInstanceOf(McpError.class)
                    .hasMessageContaining("no-such");
        }
    }

    private static GetPromptResult prompt(McpAgent agent, String name, Map<String, Object> arguments) {
        return agent.client()
                .getPrompt(GetPromptRequest.builder(name).arguments(arguments).build());
    }
}
