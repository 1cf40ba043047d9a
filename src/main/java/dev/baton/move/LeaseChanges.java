package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.token.Token;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Guard.LeaseRule;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.State.LeaseOnEntry;
import java.time.Instant;
import java.util.List;

/** Starts, renews and ends the lease on a task as the task leaves and enters states in one move. */
final class LeaseChanges {

    private final Move move;
    private final Task task;
    private final Actor actor;
    private final boolean enabled;
    private LeaseRule rule = LeaseRule.NONE;
    private boolean lost;
    private boolean leavesLease;

    /** @param enabled whether the lifecycle has leases; without them a task still has an assignee */
    LeaseChanges(Move move, boolean enabled) {
        this.move = move;
        this.task = move.task();
        this.actor = move.actor();
        this.enabled = enabled;
    }

    /** @param from the state that the task leaves; null if it is new */
    void leave(State from, Exit exit) {
        boolean leased = from != null && from.leased();
        leavesLease |= leased;
        if (leased && exit.kind() == Exit.Kind.TIMER && task.holder() != null) {
            lost = true;
            task.leaseLost();
        }
        if (exit.guard().lease() != LeaseRule.NONE) {
            rule = exit.guard().lease();
        }
    }

    /** Whether the move is the timer of a lease that has run out. */
    boolean isLost() {
        return lost;
    }

    void arrive(State state, Token token, Instant now) {
        if (!state.rests() && !state.terminal()) {
            task.timerDueAt(null); // passed through; the lease goes on in the next state
            return;
        }
        if ((lost || rule == LeaseRule.END) && !state.terminal()) {
            release();
        }
        switch (state.lease()) {
            case NEW, KEEP -> hold(state, token, now);
            case PAUSE -> pause();
            default -> end();
        }
        if (lost && state.lease() != LeaseOnEntry.NONE) {
            task.flags().add(Flags.LEASE_LOST);
        }
    }

    /** The holder gives the task back with this move. */
    void giveBack() {
        rule = LeaseRule.END;
    }

    /** The lease ends and nobody is assigned. */
    void release() {
        task.pauseLease();
        task.claimedAt(null);
        task.assignTo((String) null);
    }

    private void hold(State state, Token token, Instant now) {
        boolean takesOver = rule == LeaseRule.NEW || state.lease() == LeaseOnEntry.NEW;
        boolean takes = takesOver || task.assignee() == null && becomesHolder();
        if (takes && !actor.isSystem()) {
            task.assignTo(actor.id());
        }
        if (task.assignee() == null || !enabled) {
            task.pauseLease();
            token.cancelTimer();
        } else if (takesOver || task.lease() == null) {
            task.startLease(task.assignee(), timer(state, token), move.now());
        } else {
            task.renewLease(timer(state, token));
        }
        if (task.assignee() == null) {
            task.claimedAt(null);
        } else if (takes || task.claimedAt() == null) {
            task.claimedAt(now);
        }
        if (task.assignee() != null) {
            task.flags().remove(Flags.LEASE_LOST);
        }
    }

    /** A timer whose date the task's data does not have does not run; a lease would have no end. */
    private Token.Timer timer(State state, Token token) {
        return token.timer()
                .orElseThrow(() -> move.refusal(
                        Reason.INVALID,
                        List.of(new Fault(
                                "timer",
                                "A lease in '" + state.name()
                                        + "' lasts as long as its timer, and the task has no date for it"))));
    }

    private boolean becomesHolder() {
        return !lost && (rule == LeaseRule.HELD || rule == LeaseRule.HOLDER);
    }

    private void pause() {
        if (task.assignee() == null && becomesHolder() && !actor.isSystem()) {
            task.assignTo(actor.id());
        }
        task.pauseLease();
        task.claimedAt(null);
    }

    private void end() {
        if (!task.terminal()) {
            task.claimedAt(null);
        }
        if (!enabled && leavesLease && !task.terminal()) {
            task.assignTo((String) null);
        }
        task.endLease();
    }
}
