package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.dependency.Blockers;
import dev.baton.move.NewTask;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tasks/{id}/blockers")
@Tag(name = "Tasks")
class BlockerController {

    record ReplaceBlockers(
            @NotNull @Size(max = 1000)
            List<@NotNull @Pattern(regexp = NewTask.ID_FORM, message = ConstraintMessages.TASK_ID) String> blockedBy) {}

    private final Blockers blockers;
    private final TaskViews views;

    BlockerController(Blockers blockers, TaskViews views) {
        this.blockers = blockers;
        this.views = views;
    }

    @PutMapping
    @Operation(operationId = "replaceBlockers", summary = "Replace the list of tasks that a task waits for")
    TaskView replace(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody ReplaceBlockers body) {
        return views.of(
                blockers.replace(id, body.blockedBy().stream().distinct().toList(), actor));
    }
}
