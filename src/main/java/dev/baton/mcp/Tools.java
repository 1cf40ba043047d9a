package dev.baton.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.api.ApiCalls;
import dev.baton.api.ApiCalls.Answer;
import dev.baton.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/** The tools. Each makes a call of the API and answers what an agent needs to go on. */
@Component
class Tools {

    /** Runs a call of a tool; one that waits blocks no thread. */
    interface Handler {
        CompletableFuture<ToolResult> call(ToolCall call);
    }

    private static final String LIST_LENGTH = "20";
    private static final int HISTORY_LENGTH = 50;
    private static final int SHORT_PAYLOAD = 500;

    private final ApiCalls api;
    private final TaskAnswers answers;
    private final Refusals refusals;

    Tools(ApiCalls api, TaskAnswers answers, Refusals refusals) {
        this.api = api;
        this.answers = answers;
        this.refusals = refusals;
    }

    Map<String, Handler> handlers() {
        return Map.ofEntries(
                at("list_lifecycles", this::listLifecycles),
                at("create_task", this::createTask),
                at("find_tasks", this::findTasks),
                at("my_work", this::myWork),
                at("get_task", this::getTask),
                at("next_moves", this::nextMoves),
                at("move_task", this::moveTask),
                Map.entry("claim_task", this::claimTask),
                at("heartbeat", this::heartbeat),
                at("report_run", this::reportRun),
                at("task_history", this::taskHistory));
    }

    private static Map.Entry<String, Handler> at(String name, Function<ToolCall, ToolResult> tool) {
        return Map.entry(name, call -> CompletableFuture.completedFuture(tool.apply(call)));
    }

    private ToolResult listLifecycles(ToolCall call) {
        String key = call.text("lifecycle");
        if (key == null) {
            return result(call, api.lifecycles(), all -> {
                ObjectNode result = Json.object();
                result.set("lifecycles", all);
                return result.put(
                        "hint", "Call this with a lifecycle for its states, its moves and what create_task needs");
            });
        }
        return result(call, api.lifecycle(key), TaskAnswers::lifecycle);
    }

    private ToolResult createTask(ToolCall call) {
        boolean dryRun = call.isTrue("dryRun");
        Answer answer = api.create(call.body(), dryRun, call.idempotencyKey(), call.actor());
        return result(call, answer, task -> {
            ObjectNode result = Json.object().put(dryRun ? "wouldCreate" : "created", true);
            if (answer.warning() != null) {
                result.put("warning", answer.warning());
            }
            result.set("task", TaskAnswers.brief(task));
            return dryRun ? result : answers.withNext(result, task.path("id").asText(), call.actor());
        });
    }

    private ToolResult findTasks(ToolCall call) {
        MultiValueMap<String, String> parameters = parameters(call.arguments());
        return result(call, api.findTasks(parameters, call.actor()), page -> {
            ObjectNode result = Json.object();
            ArrayNode tasks = result.putArray("tasks");
            page.path("tasks").forEach(task -> tasks.add(TaskAnswers.brief(task)));
            if (page.path("next").isTextual()) {
                result.put("after", page.path("next").textValue());
                result.put("hint", "There are more: call this again with the same arguments and 'after'");
            }
            return result;
        });
    }

    private static MultiValueMap<String, String> parameters(ObjectNode arguments) {
        MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();
        arguments.properties().forEach(argument -> {
            if (argument.getValue().isArray()) {
                argument.getValue().forEach(value -> parameters.add(argument.getKey(), value.asText()));
            } else {
                parameters.add(argument.getKey(), argument.getValue().asText());
            }
        });
        parameters.putIfAbsent("limit", List.of(LIST_LENGTH));
        return parameters;
    }

    private ToolResult myWork(ToolCall call) {
        MultiValueMap<String, String> parameters = parameters(call.arguments());
        parameters.add("mine", "true");
        parameters.add("active", "true");
        parameters.add("sort", "entered");
        return result(call, api.findTasks(parameters, call.actor()), page -> {
            ObjectNode result = Json.object();
            ArrayNode tasks = result.putArray("tasks");
            page.path("tasks").forEach(task -> {
                ObjectNode brief = TaskAnswers.brief(task);
                brief.set("moves", answers.permitted(task.path("id").asText(), call.actor()));
                tasks.add(brief);
            });
            return result.put(
                    "hint",
                    tasks.isEmpty()
                            ? "Nothing is assigned to you or waits for you; claim_task takes the next task that nobody has"
                            : "next_moves says what a move of one of them needs");
        });
    }

    private ToolResult getTask(ToolCall call) {
        String view = call.text("view");
        return result(call, api.task(call.task(), view, call.actor()), task -> {
            ObjectNode result = Json.object();
            result.set("task", "full".equals(view) ? TaskAnswers.whole(task) : TaskAnswers.brief(task));
            return answers.withNext(result, call.task(), call.actor());
        });
    }

    private ToolResult nextMoves(ToolCall call) {
        return result(call, api.transitions(call.task(), call.actor()), TaskAnswers::allMoves);
    }

    private ToolResult moveTask(ToolCall call) {
        boolean dryRun = call.isTrue("dryRun");
        Answer answer = api.move(call.task(), call.body(), dryRun, call.idempotencyKey(), call.actor());
        return result(call, answer, moved -> {
            ObjectNode result = TaskAnswers.moved(moved, dryRun);
            return dryRun ? result : answers.withNext(result, call.task(), call.actor());
        });
    }

    private CompletableFuture<ToolResult> claimTask(ToolCall call) {
        return api.claim(call.body(), call.idempotencyKey(), call.actor())
                .thenApply(answer -> answer.body() == null ? nothingToClaim() : claimed(call, answer));
    }

    private static ToolResult nothingToClaim() {
        return ToolResult.of(Json.object()
                .put("claimed", false)
                .put("hint", "No task is ready; call this again, with 'wait' up to 60 to wait for one"));
    }

    private ToolResult claimed(ToolCall call, Answer answer) {
        return result(call, answer, task -> {
            ObjectNode result = Json.object().put("claimed", true);
            result.set("task", TaskAnswers.brief(task));
            JsonNode lease = task.path("lease");
            if (lease.isObject()) {
                result.put(
                        "hint",
                        "Send leaseEpoch " + lease.path("epoch") + " with your moves, and call heartbeat before "
                                + lease.path("expiresAt").asText());
            }
            return answers.withNext(result, task.path("id").asText(), call.actor());
        });
    }

    private ToolResult heartbeat(ToolCall call) {
        Answer answer = api.heartbeat(call.task(), call.body(), call.idempotencyKey(), call.actor());
        return result(call, answer, lease -> {
            ObjectNode result = Json.object();
            result.set("lease", lease);
            return result.put("hint", "The task is yours until then; call this again before, or move the task on");
        });
    }

    private ToolResult reportRun(ToolCall call) {
        Answer answer = api.reportRun(call.task(), call.body(), call.idempotencyKey(), call.actor());
        return result(call, answer, costs -> {
            ObjectNode result = Json.object();
            result.set("costs", TaskAnswers.withoutEmpty(costs));
            return answers.withNext(result, call.task(), call.actor());
        });
    }

    private ToolResult taskHistory(ToolCall call) {
        int limit = call.number("limit", HISTORY_LENGTH);
        return result(call, api.history(call.task()), entries -> {
            ObjectNode result = Json.object();
            int earlier = Math.max(0, entries.size() - limit);
            ArrayNode shown = result.putArray("history");
            for (int i = earlier; i < entries.size(); i++) {
                shown.add(entry(entries.get(i), call.isTrue("payloads")));
            }
            return earlier == 0 ? result : result.put("earlierEntries", earlier);
        });
    }

    private static ObjectNode entry(JsonNode entry, boolean payloads) {
        ObjectNode brief = TaskAnswers.withoutEmpty(entry);
        brief.remove(List.of("path", "eventId"));
        if (!payloads && brief.path("payload").toString().length() > SHORT_PAYLOAD) {
            brief.put("payload", "left out; call this with payloads true");
        }
        return brief;
    }

    private ToolResult result(ToolCall call, Answer answer, Function<JsonNode, ObjectNode> content) {
        return answer.refused()
                ? refusals.of(answer, call.task(), call.actor())
                : ToolResult.of(content.apply(answer.body()));
    }
}
