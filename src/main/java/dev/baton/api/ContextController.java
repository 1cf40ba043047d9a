package dev.baton.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.cognition.Messages;
import dev.baton.cognition.Snapshots;
import dev.baton.core.Actor;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Tasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.NotNull;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tasks/{id}")
@Tag(name = "Tasks")
class ContextController {

    private final Tasks tasks;
    private final Messages messages;
    private final Snapshots snapshots;
    private final IdempotentRequests idempotent;

    ContextController(Tasks tasks, Messages messages, Snapshots snapshots, IdempotentRequests idempotent) {
        this.tasks = tasks;
        this.messages = messages;
        this.snapshots = snapshots;
        this.idempotent = idempotent;
    }

    @PostMapping("/messages")
    @Operation(
            operationId = "addMessage",
            summary = "Add a message to the conversation of a task, without moving the task")
    @ApiResponse(responseCode = "201", description = "Created", useReturnTypeSchema = true)
    ResponseEntity<ObjectNode> addMessage(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @NotNull @RequestBody ObjectNode message) {
        return idempotent.execute(actor, message, () -> {
            TaskRecord added = messages.append(id, message, actor);
            return ResponseEntity.status(HttpStatus.CREATED)
                    .body(TaskRecords.view(added).put("number", added.number()));
        });
    }

    @GetMapping("/snapshots/{number}")
    @Operation(operationId = "getSnapshot", summary = "The whole context of a task when it was suspended or ended")
    ObjectNode snapshot(@PathVariable String id, @PathVariable int number) {
        tasks.get(id);
        return snapshots.find(id, number).orElseThrow(() -> new NotFound("Task " + id + " has no snapshot " + number));
    }
}
