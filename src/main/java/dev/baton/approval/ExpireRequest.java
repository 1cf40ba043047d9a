package dev.baton.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.engine.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Nobody decided in time. That is no decision: the same is asked again one level up, of the admins too, and the task
 * stays where it is.
 */
@Component
class ExpireRequest implements MoveDelegate {

    static final String FLAG = "approval-expired";

    private static final Logger LOG = LoggerFactory.getLogger(ExpireRequest.class);

    private final ProcessInstances tokens;
    private final MeterRegistry metrics;

    ExpireRequest(ProcessInstances tokens, MeterRegistry metrics) {
        this.tokens = tokens;
        this.metrics = metrics;
    }

    @Override
    public void execute(Move move) {
        if (Requests.isOpen(move.task())) {
            askAgain(move);
            tokens.addCandidateGroup(move.task().processInstanceId(), Groups.ADMIN);
        }
    }

    private void askAgain(Move move) {
        Task task = move.task();
        ObjectNode expired = Requests.close(
                        move, Requests.EXPIRED, Actor.SYSTEM.id(), Json.node("nobody decided in time"), null)
                .deepCopy();
        int level = expired.path("level").intValue() + 1;
        ObjectNode again = Json.object();
        List.of("reason", "risk", "cause", "requestedBy", "action").forEach(name -> {
            if (expired.has(name)) {
                again.set(name, expired.get(name));
            }
        });
        Requests.open(
                move,
                again.put("follows", expired.path("id").asText()),
                expired.path("from").asText(),
                level);
        task.flags().add(FLAG);
        metrics.counter("baton.approval.expired", "lifecycle", task.lifecycle()).increment();
        LOG.warn(
                "Task {} waited for an approval and nobody decided in time; it is asked for again on level {} and the"
                        + " task waits on. Reason: {}",
                task.id(),
                level,
                expired.path("reason").asText());
    }
}
