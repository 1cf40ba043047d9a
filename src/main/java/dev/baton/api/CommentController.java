package dev.baton.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.edit.TaskComments;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tasks/{id}/comments")
@Tag(name = "Tasks")
class CommentController {

    record AddComment(@NotBlank @Size(max = 10_000) String text) {}

    private final TaskComments comments;
    private final IdempotentRequests idempotent;

    CommentController(TaskComments comments, IdempotentRequests idempotent) {
        this.comments = comments;
        this.idempotent = idempotent;
    }

    @PostMapping
    @Operation(operationId = "addComment", summary = "Comment on a task; `GET …/records/comments` lists the comments")
    @ApiResponse(responseCode = "201", description = "Created", useReturnTypeSchema = true)
    ResponseEntity<ObjectNode> add(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody AddComment body) {
        return idempotent.execute(actor, body, () -> {
            TaskRecord comment = comments.add(id, body.text(), actor);
            return ResponseEntity.status(HttpStatus.CREATED)
                    .body(TaskRecords.view(comment).put("number", comment.number()));
        });
    }
}
