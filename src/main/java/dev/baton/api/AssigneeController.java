package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.edit.Handovers;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tasks/{id}/assignee")
@Tag(name = "Tasks")
class AssigneeController {

    record HandOverTask(
            @NotBlank @Size(max = 255) String to,
            @NotBlank @Size(max = 1000) String reason) {}

    private final Handovers handovers;
    private final TaskViews views;

    AssigneeController(Handovers handovers, TaskViews views) {
        this.handovers = handovers;
        this.views = views;
    }

    @PostMapping
    @Operation(operationId = "handOverTask", summary = "Hand the work on a task to another user, who gets a new lease")
    TaskView handOver(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody HandOverTask body) {
        return views.of(handovers.handOver(id, body.to(), body.reason(), actor));
    }
}
