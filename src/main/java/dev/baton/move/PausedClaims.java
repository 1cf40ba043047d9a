package dev.baton.move;

import dev.baton.agent.PausedAgents;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import java.util.List;
import org.springframework.stereotype.Component;

/** Refuses moves by which an agent who is paused would get a task. The queue leaves out paused agents in its own query. */
@Component
class PausedClaims {

    private final PausedAgents paused;

    PausedClaims(PausedAgents paused) {
        this.paused = paused;
    }

    /** Supervisors also take exits that give a task to somebody else; these are no claims. */
    void refuse(Move move, Exit exit) {
        if (move.isNew() || move.actor().isSystem()) {
            return;
        }
        Task task = move.task();
        boolean takesFreeTask = task.assignee() == null
                && !move.actor().supervises()
                && move.lifecycle().givesWork(task.state(), exit);
        if (takesFreeTask || move.lifecycle().givesLease(task.state(), exit)) {
            refuse(move);
        }
    }

    /** Refuses a move that is a claim, if its actor is paused. */
    void refuse(Move move) {
        String claimant = move.actor().id();
        if (paused.isPaused(claimant)) {
            throw move.refusal(
                    Reason.FORBIDDEN,
                    List.of(new Fault("actor", claimant + " is paused and can't claim until somebody resumes it")));
        }
    }
}
