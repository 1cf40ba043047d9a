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

        Duration patience() {
            return Duration.ofSeconds(seconds == null ? 0 : seconds);
        }
    }

    record Beat(
            @NotNull Integer leaseEpoch, @Size(max = 1000) String note) {}

    private final Claims claims;
    private final PendingClaims workers;
    private final Heartbeats heartbeats;
    private final TaskViews views;
    private final IdempotentRequests once;

    ClaimController(
            Claims claims, PendingClaims workers, Heartbeats heartbeats, TaskViews views, IdempotentRequests once) {
        this.claims = claims;
        this.workers = workers;
        this.heartbeats = heartbeats;
        this.views = views;
        this.once = once;
    }

    /** What is there already is answered at once; only who has to wait is sent round again, by another thread. */
    @PostMapping("/claims")
    @Operation(summary = "Claim the next waiting task; 204 when none came within the time")
    @ApiResponse(responseCode = "200", content = @Content(schema = @Schema(implementation = TaskView.class)))
    Object claim(@AuthenticationPrincipal Actor actor, @Valid @RequestBody Claim body) {
        TokenLifecycles.demand(body.lifecycle());
        IdempotentRequests.Attempt<TaskView> claim = once.attempt(
                actor, body, () -> claims.next(body.lifecycle(), actor).map(task -> ResponseEntity.ok(views.of(task))));
        CompletableFuture<ResponseEntity<TaskView>> answer = workers.next(body.lifecycle(), body.patience(), claim)
                .thenApply(found -> found.or(claim::remembered)
                        .orElseGet(() -> ResponseEntity.noContent().build()));
        return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : answer;
    }

    @PostMapping("/tasks/{id}/heartbeat")
    @Operation(summary = "Say that work goes on; the lease runs from now again")
    ResponseEntity<Lease> beat(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Beat body) {
        return once.only(
                actor, body, () -> ResponseEntity.ok(heartbeats.beat(id, body.leaseEpoch(), body.note(), actor)));
    }
}
