package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.ledger.Task;
import dev.baton.move.NewTask;
import dev.baton.pipeline.Checkpoints;
import dev.baton.pipeline.Resumption;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.net.URI;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping("/api/tasks/{id}")
@Tag(name = "Pipelines")
class CheckpointController {

    record ResumeRun(
            @Pattern(regexp = NewTask.ID_FORM, message = ConstraintMessages.TASK_ID)
            String id,

            BigDecimal budgetUsd,
            @Size(max = 500) String tier) {

        static final ResumeRun UNCHANGED = new ResumeRun(null, null, null);
    }

    private final Checkpoints checkpoints;
    private final Resumption resumption;
    private final TaskViews views;
    private final IdempotentRequests idempotent;

    CheckpointController(
            Checkpoints checkpoints, Resumption resumption, TaskViews views, IdempotentRequests idempotent) {
        this.checkpoints = checkpoints;
        this.resumption = resumption;
        this.views = views;
        this.idempotent = idempotent;
    }

    @GetMapping("/checkpoint")
    @Operation(
            operationId = "getCheckpoint",
            summary = "The checkpoint of a pipeline run: its progress, costs and phases")
    JsonNode checkpoint(@PathVariable String id) {
        return checkpoints.of(id);
    }

    @PostMapping("/resume")
    @Operation(operationId = "resumePipeline", summary = "Resume a stopped pipeline run as a new task")
    @ApiResponse(responseCode = "201", description = "Created", useReturnTypeSchema = true)
    ResponseEntity<TaskView> resume(
            @PathVariable String id,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody(required = false) ResumeRun body) {
        ResumeRun request = body == null ? ResumeRun.UNCHANGED : body;
        return idempotent.execute(actor, request, () -> {
            Task run = resumption.resume(id, request.id(), request.budgetUsd(), request.tier(), actor);
            URI location = UriComponentsBuilder.fromPath("/api/tasks/{id}").build(run.id());
            return ResponseEntity.created(location).body(views.one(run, null, actor));
        });
    }
}
