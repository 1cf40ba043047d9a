package dev.baton.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Handles an approval request that was not decided in time: closes it as expired and opens the same request one level
 * up, for admins too. The task stays in its state.
 */
@Component
class ExpireRequest implements MoveDelegate {

    private static final Logger LOG = LoggerFactory.getLogger(ExpireRequest.class);

    private final ProcessInstances processInstances;
    private final MeterRegistry metrics;

    ExpireRequest(ProcessInstances processInstances, MeterRegistry metrics) {
        this.processInstances = processInstances;
        this.metrics = metrics;
    }

    @Override
    public void execute(Move move) {
        if (ApprovalRequests.isOpen(move.task())) {
            reopen(move);
            processInstances.addCandidateGroup(move.task().processInstanceId(), Groups.ADMIN);
        }
    }

    private void reopen(Move move) {
        Task task = move.task();
        ObjectNode expired = ApprovalRequests.close(
                        move, ApprovalRequests.EXPIRED, Actor.SYSTEM.id(), Json.node("nobody decided in time"), null)
                .deepCopy();
        int level = expired.path("level").intValue() + 1;
        ObjectNode details = Json.object();
        List.of("reason", "risk", "cause", "requestedBy", "action").forEach(name -> {
            if (expired.has(name)) {
                details.set(name, expired.get(name));
            }
        });
        String id = expired.path("id").asText();
        ApprovalRequests.open(
                move,
                details.put("follows", id).put("first", expired.path("first").asText(id)),
                expired.path("from").asText(),
                level);
        task.flags().add(Flags.APPROVAL_EXPIRED);
        metrics.counter("baton.approval.expired", "lifecycle", task.lifecycle()).increment();
        LOG.warn(
                "The approval request of task {} expired without a decision; opened it again at level {}. The task"
                        + " keeps its state. Reason of the request: {}",
                task.id(),
                level,
                expired.path("reason").asText());
    }
}
