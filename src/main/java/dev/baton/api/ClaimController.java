package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.claim.Claims;
import dev.baton.claim.Heartbeats;
import dev.baton.claim.PendingClaims;
import dev.baton.core.Actor;
import dev.baton.ledger.Lease;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api")
@Tag(name = "Claims")
class ClaimController {

    record Claim(
            @NotBlank @Size(max = 64) String lifecycle,
            @JsonProperty("wait") @Min(0) @Max(60) Integer seconds) {

        Duration waitTime() {
            return Duration.ofSeconds(seconds == null ? 0 : seconds);
        }
    }

    record Heartbeat(
            @NotNull Integer leaseEpoch, @Size(max = 1000) String note) {}

    private final Claims claims;
    private final PendingClaims pendingClaims;
    private final Heartbeats heartbeats;
    private final TaskViews views;
    private final IdempotentRequests once;

    ClaimController(
            Claims claims,
            PendingClaims pendingClaims,
            Heartbeats heartbeats,
            TaskViews views,
            IdempotentRequests once) {
        this.claims = claims;
        this.pendingClaims = pendingClaims;
        this.heartbeats = heartbeats;
        this.views = views;
        this.once = once;
    }

    /** Answers at once if a task is ready; only a claim that has to wait is answered asynchronously. */
    @PostMapping("/claims")
    @Operation(summary = "Claim the next waiting task; 204 when none came within the time")
    @ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = TaskView.class)))
    Object claim(@AuthenticationPrincipal Actor actor, @Valid @RequestBody Claim body) {
        TokenLifecycles.demand(body.lifecycle());
        IdempotentRequests.Attempt<TaskView> claim = once.attempt(
                actor, body, () -> claims.next(body.lifecycle(), actor).map(task -> ResponseEntity.ok(views.of(task))));
        CompletableFuture<ResponseEntity<TaskView>> answer = pendingClaims
                .next(body.lifecycle(), body.waitTime(), claim)
                .thenApply(found -> found.or(claim::remembered)
                        .orElseGet(() -> ResponseEntity.noContent().build()));
        return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : answer;
    }

    @PostMapping("/tasks/{id}/heartbeat")
    @Operation(summary = "Say that work goes on; the lease runs from now again")
    ResponseEntity<Lease> beat(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Heartbeat body) {
        return once.only(
                actor, body, () -> ResponseEntity.ok(heartbeats.beat(id, body.leaseEpoch(), body.note(), actor)));
    }
}
