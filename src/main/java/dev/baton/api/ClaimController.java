package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.baton.claim.Claims;
import dev.baton.claim.Heartbeats;
import dev.baton.claim.PendingClaims;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.ledger.Lease;
import dev.baton.ledger.Task;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
            @Size(max = 64) String lifecycle,
            @Size(max = 64) String topic,

            @JsonProperty("wait") @Schema(minimum = "0", maximum = "60")
            Integer seconds) {

        private static final int LONGEST_WAIT = 60;

        /** Checked here, because an annotation's fault would name the component, which a record can't call {@code wait}. */
        Duration waitTime() {
            int wait = seconds == null ? 0 : seconds;
            if (wait < 0 || wait > LONGEST_WAIT) {
                throw new BadRequest(List.of(new Fault("wait", "it is from 0 to " + LONGEST_WAIT + " seconds")));
            }
            return Duration.ofSeconds(wait);
        }
    }

    record Heartbeat(
            @NotNull Integer leaseEpoch, @Size(max = 1000) String note) {}

    private final Claims claims;
    private final PendingClaims pendingClaims;
    private final Heartbeats heartbeats;
    private final TaskViews views;
    private final IdempotentRequests idempotent;

    ClaimController(
            Claims claims,
            PendingClaims pendingClaims,
            Heartbeats heartbeats,
            TaskViews views,
            IdempotentRequests idempotent) {
        this.claims = claims;
        this.pendingClaims = pendingClaims;
        this.heartbeats = heartbeats;
        this.views = views;
        this.idempotent = idempotent;
    }

    /** Answers at once if a task is ready; only a claim that has to wait is answered asynchronously. */
    @PostMapping("/claims")
    @Operation(operationId = "claimTask", summary = "Claim the next waiting task; 204 when none came within the time")
    @ApiResponse(responseCode = "204", description = "None came", content = @Content)
    @ApiResponse(
            responseCode = "200",
            description = "OK",
            content = @Content(schema = @Schema(implementation = TaskView.class)))
    Object claim(@AuthenticationPrincipal Actor actor, @Valid @RequestBody Claim body) {
        Duration wait = body.waitTime();
        Supplier<Optional<Task>> next = next(body, actor);
        IdempotentRequests.Attempt<TaskView> claim =
                idempotent.attempt(actor, body, () -> next.get().map(task -> ResponseEntity.ok(views.of(task))));
        String queue = body.topic() == null ? body.lifecycle() : PendingClaims.ofTopic(body.topic());
        CompletableFuture<ResponseEntity<TaskView>> answer = pendingClaims
                .next(Set.of(queue), wait, claim)
                .thenApply(found -> found.or(claim::remembered)
                        .orElseGet(() -> ResponseEntity.noContent().build()));
        return answer.isDone() && !answer.isCompletedExceptionally() ? answer.join() : answer;
    }

    /** A claim waits on other threads, so what the token is for is read here. */
    private Supplier<Optional<Task>> next(Claim body, Actor actor) {
        boolean lifecycle = body.lifecycle() != null && !body.lifecycle().isBlank();
        boolean topic = body.topic() != null && !body.topic().isBlank();
        if (!lifecycle && !topic) {
            throw new BadRequest(List.of(new Fault("lifecycle", "name a lifecycle or a topic")));
        }
        if (lifecycle) {
            TokenLifecycles.demand(body.lifecycle());
        }
        Predicate<String> allowed = TokenLifecycles.allowed();
        Predicate<String> wanted = key -> allowed.test(key) && (!lifecycle || key.equals(body.lifecycle()));
        return () -> topic ? claims.nextOfTopic(body.topic(), wanted, actor) : claims.next(body.lifecycle(), actor);
    }

    @PostMapping("/tasks/{id}/heartbeat")
    @Operation(
            operationId = "sendHeartbeat",
            summary = "Extend the lease of a task; the note says what its worker does")
    ResponseEntity<Lease> beat(
            @PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Heartbeat body) {
        return idempotent.execute(
                actor, body, () -> ResponseEntity.ok(heartbeats.beat(id, body.leaseEpoch(), body.note(), actor)));
    }
}
