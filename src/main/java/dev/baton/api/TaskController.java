package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.api.TaskViews.View;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.edit.TaskEdits;
import dev.baton.json.Json;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Lease;
import dev.baton.ledger.OldTasks;
import dev.baton.ledger.Task;
import dev.baton.metrics.ActiveTasks;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
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

    record CreateTask(
            @NotBlank @Size(max = 64) String lifecycle,

            @Pattern(regexp = NewTask.ID_FORM, message = ConstraintMessages.TASK_ID)
            String id,

            @Size(max = NewTask.MAX_TITLE) String title,
            Integer priority,
            @Min(1) @Max(NewTask.MAX_ATTEMPTS) Integer maxAttempts,

            @Size(max = 1000)
            List<@NotNull @Pattern(regexp = NewTask.ID_FORM, message = ConstraintMessages.TASK_ID) String> blockedBy,

            @Size(min = 1, max = 255) String eventId,
            ObjectNode data) {

        NewTask newTask() {
            return new NewTask(
                    id,
                    title == null || title.isBlank() ? null : title,
                    priority,
                    maxAttempts,
                    blockedBy == null ? List.of() : List.copyOf(Set.copyOf(blockedBy)),
                    data == null ? Json.object() : data);
        }
    }

    record MoveTask(
            @Size(min = 1, max = 255) String trigger,
            @Size(min = 1, max = 64) String to,
            ObjectNode payload,
            Integer leaseEpoch,
            @Size(min = 1, max = 255) String onBehalfOf,
            @Size(min = 1, max = 255) String eventId) {

        MoveRequest request() {
            if (trigger == null && to == null) {
                throw new BadRequest(List.of(new Fault("trigger", "name a trigger, or with 'to' the state to go to")));
            }
            return new MoveRequest(
                    trigger, to, payload == null ? Json.object() : payload, leaseEpoch, onBehalfOf, eventId);
        }
    }

    record MoveAnswer(
            boolean success,
            String taskId,
            @Nullable String from,
            String to,
            @Nullable String trigger,
            @Nullable String eventId,
            String actor,
            Instant at,
            @Nullable Lease lease,
            Set<String> allowedTransitions,
            List<Reaction> reactions,
            TaskView task,
            JsonNode report) {}

    /** A transition that followed by itself. */
    record Reaction(
            @Nullable String from, String to, @Nullable String trigger, String kind) {}

    record MoveOptions(String state, @Nullable Instant dueAt, List<Tasks.MoveOption> transitions) {}

    record RemoveTask(@NotBlank @Size(max = 1000) String reason) {}

    private final Tasks tasks;
    private final TaskEdits edits;
    private final OldTasks oldTasks;
    private final TaskViews views;
    private final IdempotentRequests idempotent;
    private final ActiveTasks activeTasks;

    TaskController(
            Tasks tasks,
            TaskEdits edits,
            OldTasks oldTasks,
            TaskViews views,
            IdempotentRequests idempotent,
            ActiveTasks activeTasks) {
        this.tasks = tasks;
        this.edits = edits;
        this.oldTasks = oldTasks;
        this.views = views;
        this.idempotent = idempotent;
        this.activeTasks = activeTasks;
    }

    @PostMapping
    @Operation(operationId = "createTask", summary = "Create a task")
    @ApiResponse(responseCode = "201", description = "Created", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "200", description = "What would be created, with dryRun", useReturnTypeSchema = true)
    ResponseEntity<TaskView> create(
            @RequestParam(defaultValue = "false") boolean dryRun,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody CreateTask body) {
        TokenLifecycles.demand(body.lifecycle());
        if (dryRun) {
            return ResponseEntity.ok(views.of(tasks.tryToCreate(body.lifecycle(), body.newTask(), actor)));
        }
        ResponseEntity<TaskView> answer = idempotent.executeEvent(null, body.eventId(), actor, body, () -> {
            Task task = tasks.create(body.lifecycle(), body.newTask(), actor);
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
    @Operation(operationId = "getTask", summary = "Get a task")
    TaskView get(
            @PathVariable String id,
            @RequestParam(required = false) String view,
            @AuthenticationPrincipal Actor actor) {
        return views.one(tasks.get(id), View.of(view, null), actor);
    }

    @GetMapping("/{id}/transitions")
    @Operation(
            operationId = "listTransitions",
            summary = "The transitions that are possible now, and which of them the caller may take")
    MoveOptions options(@PathVariable String id, @AuthenticationPrincipal Actor actor) {
        Task task = tasks.get(id);
        return new MoveOptions(task.state(), tasks.dueAt(task), tasks.options(task, actor));
    }

    @PostMapping("/{id}/transitions")
    @Operation(operationId = "moveTask", summary = "Move a task along an arrow of its diagram")
    ResponseEntity<MoveAnswer> move(
            @PathVariable String id,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @RequestParam(required = false) String view,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody MoveTask body) {
        View shown = View.of(view, View.SUMMARY); // before the move: a bad request must not have moved the task
        Supplier<ResponseEntity<MoveAnswer>> move =
                () -> ResponseEntity.ok(moved(tasks.move(id, body.request(), actor, dryRun), shown));
        return dryRun ? move.get() : idempotent.executeEvent(id, body.eventId(), actor, body, move);
    }

    @GetMapping("/{id}/history")
    @Operation(operationId = "getHistory", summary = "Everything that happened to a task, oldest first")
    List<HistoryEntry> history(@PathVariable String id) {
        return tasks.history(id);
    }

    @PatchMapping("/{id}")
    @Operation(operationId = "editTask", summary = "Change title, priority, time-outs or budget of a running task")
    TaskView edit(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody EditTask body) {
        return views.of(edits.edit(id, body.title(), body.priority(), body.settings(), actor));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeTask", summary = "Abandon a running task, or take an ended one off the lists")
    void remove(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody RemoveTask body) {
        tasks.remove(id, body.reason(), actor);
    }

    @PostMapping("/cleanup")
    @Operation(operationId = "cleanUpTasks", summary = "Delete ended tasks and their history for good")
    Cleanup.CleanupAnswer cleanUp(@AuthenticationPrincipal Actor actor, @Valid @RequestBody Cleanup body) {
        return new Cleanup.CleanupAnswer(oldTasks.delete(body.age(), actor));
    }

    private MoveAnswer moved(Tasks.Moved moved, View view) {
        Task task = moved.task();
        return new MoveAnswer(
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
                moved.reactions().stream()
                        .map(entry -> new Reaction(entry.from(), entry.to(), entry.trigger(), entry.kind()))
                        .toList(),
                view == View.FULL ? views.of(task) : views.summary(task),
                moved.report());
    }
}
