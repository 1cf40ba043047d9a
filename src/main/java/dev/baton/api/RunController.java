package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.run.Actions;
import dev.baton.run.Run;
import dev.baton.run.RunReports;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

@RestController
@RequestMapping("/api/tasks/{id}")
@Tag(name = "Runs")
class RunController {

    record RunReport(
            @NotNull @DecimalMin("0") @Digits(integer = 9, fraction = 9)
            BigDecimal costUsd,

            @Min(0) @Max(1_000_000_000_000L) Long tokens,
            @Size(max = 200) String tool,

            @NotNull @Pattern(regexp = "ok|failed", message = ConstraintMessages.OUTCOME)
            String outcome) {

        Run run() {
            return new Run(costUsd, tokens == null ? 0 : tokens, tool, outcome);
        }
    }

    /** @param budgetUsd null when there is no limit */
    record TaskCosts(
            BigDecimal totalCost,
            long runCount,
            long tokenCount,
            @Nullable BigDecimal budgetUsd,
            String state) {}

    /** @param approvalId what an earlier question was answered with; it stands for its action and risk */
    record AskForAction(
            @Size(max = 1000) String action,

            @Pattern(regexp = "GREEN|YELLOW|RED", message = ConstraintMessages.RISK)
            String risk,

            @Size(min = 1, max = 64) String approvalId) {

        void refuseIncomplete() {
            List<Fault> faults = new ArrayList<>();
            if (approvalId == null && (action == null || action.isBlank())) {
                faults.add(new Fault("action", "name the action, or the approvalId of an earlier answer"));
            }
            if (approvalId == null && risk == null) {
                faults.add(new Fault("risk", "it is missing: " + ConstraintMessages.RISK));
            }
            if (approvalId != null && (action != null || risk != null)) {
                faults.add(new Fault("approvalId", "it stands for its action and risk: leave these out"));
            }
            if (!faults.isEmpty()) {
                throw new BadRequest(faults);
            }
        }
    }

    private final RunReports runs;
    private final Actions actions;
    private final IdempotentRequests idempotent;

    RunController(RunReports runs, Actions actions, IdempotentRequests idempotent) {
        this.runs = runs;
        this.actions = actions;
        this.idempotent = idempotent;
    }

    @PostMapping("/runs")
    @Operation(
            operationId = "reportRun",
            summary = "Report a run of a model or a tool and what it cost; answers the task's costs and its state")
    @ApiResponse(responseCode = "201", description = "Created", useReturnTypeSchema = true)
    ResponseEntity<TaskCosts> report(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody RunReport body) {
        return idempotent.execute(actor, body, () -> {
            RunReports.Reported reported = runs.report(id, body.run(), actor);
            URI list = UriComponentsBuilder.fromPath("/api/tasks/{id}/records/runs")
                    .build(id);
            return ResponseEntity.created(list)
                    .body(new TaskCosts(
                            reported.costs().totalCost(),
                            reported.costs().runCount(),
                            reported.costs().tokenCount(),
                            reported.costs().budgetUsd(),
                            reported.state()));
        });
    }

    @PostMapping("/actions")
    @Operation(
            operationId = "askForAction",
            summary = "Ask before a risky action; what needs an approval makes the task wait for one")
    ResponseEntity<Actions.ActionAnswer> ask(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody AskForAction body) {
        body.refuseIncomplete();
        return idempotent.execute(
                actor,
                body,
                () -> ResponseEntity.ok(
                        body.approvalId() == null
                                ? actions.ask(id, body.action(), body.risk(), actor)
                                : actions.ask(id, body.approvalId(), actor)));
    }
}
