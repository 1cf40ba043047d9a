package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.move.Tasks;
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
@RequestMapping("/api/tasks/{id}/reviews")
@Tag(name = "Reviews")
class ReviewController {

    record ReassignReview(@NotBlank @Size(max = 255) String to) {}

    private final Tasks tasks;
    private final TaskViews views;

    ReviewController(Tasks tasks, TaskViews views) {
        this.tasks = tasks;
        this.views = views;
    }

    @PostMapping("/{reviewer}/reassign")
    @Operation(
            operationId = "reassignReview",
            summary = "Give somebody's open review to somebody else, or take one that is offered")
    TaskView reassign(
            @PathVariable String id,
            @PathVariable String reviewer,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody ReassignReview body) {
        return views.of(tasks.handOver(id, reviewer, body.to(), actor));
    }
}
