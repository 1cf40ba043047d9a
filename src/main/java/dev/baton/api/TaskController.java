package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Lease;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskQueries;
import dev.baton.ledger.TaskQueries.Filter;
import dev.baton.metrics.ActiveTasks;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping("/api/tasks")
@Tag(name = "Tasks")
class TaskController {

    private static final String FLAG = "[a-z][a-z0-9-]{0,63}";

    record Create(
            @NotBlank @Size(max = 64) String lifecycle,
            @Pattern(regexp = NewTask.ID) String id,
            @Size(max = NewTask.TITLE) String title,
            Integer priority,
            @Min(1) @Max(NewTask.MAX_ATTEMPTS) Integer maxAttempts,
            @Size(max = 1000) List<@NotNull @Pattern(regexp = NewTask.ID) String> blockedBy,
            ObjectNode data) {

        NewTask wish() {
            return new NewTask(
                    id,
                    title == null || title.isBlank() ? null : title,
                    priority,
                    maxAttempts,
                    blockedBy == null ? List.of() : List.copyOf(Set.copyOf(blockedBy)),
                    data == null ? Json.object() : data);
        }
    }

    record Transit(
            @Size(min = 1, max = 255) String trigger,
            @Size(min = 1, max = 64) String to,
            ObjectNode payload,
            Integer leaseEpoch,
            @Size(min = 1, max = 255) String onBehalfOf,
            @Size(min = 1, max = 255) String eventId) {

        @AssertTrue(message = "name a trigger or the state to go to")
        @com.fasterxml.jackson.annotation.JsonIgnore
        boolean isNamed() {
            return trigger != null || to != null;
        }

        MoveRequest request() {
            return new MoveRequest(
                    trigger, to, payload == null ? Json.object() : payload, leaseEpoch, onBehalfOf, eventId);
        }
    }

    record Moved(
            boolean success,
            String taskId,
            String from,
            String to,
            String trigger,
            String eventId,
            String actor,
            Instant at,
            Lease lease,
            Set<String> allowedTransitions,
            JsonNode report) {}

    record Page(List<TaskView> tasks, String next) {}

    record Options(String state, List<Tasks.Option> transitions) {}

    record Reason(@NotBlank @Size(max = 1000) String reason) {}

    record Cleanup(@NotNull String olderThan) {

        private static final Duration LONGEST = Duration.ofDays(36_500);

        @AssertTrue(message = "olderThan is a duration such as P30D or PT1H, from nothing to a hundred years")
        @com.fasterxml.jackson.annotation.JsonIgnore
        boolean isDuration() {
            try {
                return olderThan == null || !age().isNegative() && age().compareTo(LONGEST) <= 0;
            } catch (DateTimeParseException e) {
                return false;
            }
        }

        Duration age() {
            return Duration.parse(olderThan);
        }
    }

    record Removed(int removed) {}

    record Count(long count, int maxActive) {}

    private final Tasks tasks;
    private final TaskQueries queries;
    private final TaskViews views;
    private final IdempotentRequests once;
    private final ActiveTasks activeTasks;

    TaskController(
            Tasks tasks, TaskQueries queries, TaskViews views, IdempotentRequests once, ActiveTasks activeTasks) {
        this.tasks = tasks;
        this.queries = queries;
        this.views = views;
        this.once = once;
        this.activeTasks = activeTasks;
    }

    @PostMapping
    @Operation(summary = "Create a task")
    ResponseEntity<TaskView> create(
            @RequestParam(defaultValue = "false") boolean dryRun,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody Create body) {
        TokenLifecycles.demand(body.lifecycle());
        if (dryRun) {
            return ResponseEntity.ok(views.of(tasks.tryToCreate(body.lifecycle(), body.wish(), actor)));
        }
        ResponseEntity<TaskView> answer = once.only(actor, body, () -> {
            Task task = tasks.create(body.lifecycle(), body.wish(), actor);
            URI location = UriComponentsBuilder.fromPath("/api/tasks/{id}").build(task.id());
            return ResponseEntity.created(location).body(views.of(task));
        });
        return activeTasks.limitReached() ? withWarning(answer) : answer;
    }

    /** The task is made all the same: whether to hold the next one back is up to the caller. */
    private <T> ResponseEntity<T> withWarning(ResponseEntity<T> answer) {
        long count = activeTasks.count();
        int limit = activeTasks.limit();
        return ResponseEntity.status(answer.getStatusCode())
                .headers(answer.getHeaders())
                .header("Warning", "199 baton \"%d tasks are active, the limit is %d\"".formatted(count, limit))
                .header("X-Baton-Active", count + "/" + limit)
                .body(answer.getBody());
    }

    @GetMapping("/{id}")
    @Operation(summary = "Look at a task")
    TaskView get(@PathVariable String id) {
        return views.whole(tasks.get(id));
    }

    @GetMapping
    @Operation(summary = "List tasks, oldest first, page by page")
    Page list(
            @RequestParam(required = false) String lifecycle,
            @RequestParam(required = false) String state,
            @RequestParam(required = false) Boolean active,
            @RequestParam(required = false) String assignee,
            @RequestParam(required = false) @Pattern(regexp = FLAG) String flag,
            @RequestParam(defaultValue = "50") @Min(1) @Max(500) int limit,
            @RequestParam(defaultValue = "0") @Min(0) long after) {
        List<Task> found = queries.list(new Filter(lifecycle, state, active, assignee, flag), after, limit + 1);
        boolean more = found.size() > limit;
        List<Task> page = more ? found.subList(0, limit) : found;
        return new Page(
                views.of(page), more ? String.valueOf(page.get(limit - 1).seq()) : null);
    }

    @GetMapping("/count")
    @Operation(summary = "Count tasks")
    Count count(@RequestParam(required = false) Boolean active, @RequestParam(required = false) String lifecycle) {
        return new Count(queries.count(new Filter(lifecycle, null, active, null)), activeTasks.limit());
    }

    @GetMapping("/{id}/transitions")
    @Operation(summary = "What may happen to a task next, and what of that the caller may do")
    Options options(@PathVariable String id, @AuthenticationPrincipal Actor actor) {
        Task task = tasks.get(id);
        return new Options(task.state(), tasks.options(task, actor));
    }

    @PostMapping("/{id}/transitions")
    @Operation(summary = "Move a task along an arrow of its diagram")
    ResponseEntity<Moved> move(
            @PathVariable String id,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody Transit body) {
        if (dryRun) {
            return ResponseEntity.ok(moved(tasks.move(id, body.request(), actor, true)));
        }
        return once.only(actor, body, () -> ResponseEntity.ok(moved(tasks.move(id, body.request(), actor, false))));
    }

    @GetMapping("/{id}/history")
    @Operation(summary = "Everything that happened to a task, oldest first")
    List<HistoryEntry> history(@PathVariable String id) {
        return tasks.history(id);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(summary = "Abandon a running task, or take an ended one off the lists")
    void remove(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Reason body) {
        tasks.remove(id, body.reason(), actor);
    }

    @PostMapping("/cleanup")
    @Operation(summary = "Delete ended tasks and their history for good")
    Removed cleanUp(@AuthenticationPrincipal Actor actor, @Valid @RequestBody Cleanup body) {
        return new Removed(queries.cleanUp(body.age(), actor));
    }

    private Moved moved(Tasks.Moved moved) {
        Task task = moved.task();
        return new Moved(
                true,
                task.id(),
                moved.from(),
                task.state(),
                moved.trigger(),
                moved.eventId(),
                moved.actor().id(),
                moved.at(),
                task.lease(),
                tasks.allowed(task),
                moved.report());
    }
}
