package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.edit.TaskEdits;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Does the same with many tasks, each in a transaction of its own and with a result of its own. */
@RestController
@RequestMapping("/api/tasks/bulk")
@Tag(name = "Tasks")
class BulkController {

    record BulkRequest(
            @NotEmpty @Size(max = 500)
            List<@NotNull @Pattern(regexp = NewTask.ID_FORM, message = ConstraintMessages.TASK_ID) String> tasks,

            @NotNull @Valid BulkAction action) {}

    /** Either a move or an edit. */
    record BulkAction(
            @Size(min = 1, max = 255) String trigger,
            @Size(min = 1, max = 64) String to,
            ObjectNode payload,
            @Valid EditTask patch) {

        boolean isMove() {
            return trigger != null || to != null;
        }

        MoveRequest request() {
            return new MoveRequest(trigger, to, payload == null ? Json.object() : payload.deepCopy(), null, null, null);
        }
    }

    record BulkAnswer(List<BulkResult> results) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(requiredProperties = {"id", "status"})
    record BulkResult(String id, int status, TaskView task, List<Fault> errors) {}

    private final Tasks tasks;
    private final TaskEdits edits;
    private final TaskViews views;

    BulkController(Tasks tasks, TaskEdits edits, TaskViews views) {
        this.tasks = tasks;
        this.edits = edits;
        this.views = views;
    }

    @PostMapping
    @Operation(operationId = "changeTasks", summary = "Move or change many tasks; each has a result of its own")
    BulkAnswer bulk(@AuthenticationPrincipal Actor actor, @Valid @RequestBody BulkRequest body) {
        if (body.action().isMove() == (body.action().patch() != null)) {
            throw new BadRequest(List.of(new Fault("action", "name a trigger, with 'to' a state, or give a patch")));
        }
        return new BulkAnswer(body.tasks().stream()
                .distinct()
                .map(id -> result(id, body.action(), actor))
                .toList());
    }

    private BulkResult result(String id, BulkAction action, Actor actor) {
        try {
            Task task = action.isMove()
                    ? tasks.move(id, action.request(), actor, false).task()
                    : edits.edit(
                            id,
                            action.patch().title(),
                            action.patch().priority(),
                            action.patch().settings(),
                            actor);
            return new BulkResult(id, HttpStatus.OK.value(), views.summary(task), null);
        } catch (Refusal refusal) {
            return new BulkResult(id, ProblemHandler.status(refusal).value(), null, refusal.faults());
        } catch (TaskNotFound e) {
            return new BulkResult(id, HttpStatus.NOT_FOUND.value(), null, List.of(new Fault("id", e.getMessage())));
        }
    }
}
