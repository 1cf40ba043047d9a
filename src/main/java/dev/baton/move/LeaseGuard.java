package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.LeaseCheck;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Guard.LeaseRule;
import dev.baton.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Decides whether the lease on a task lets an actor take an arrow. */
@Component
class LeaseGuard {

    /** Why not: a conflict if the lease is not the actor's any more, forbidden if it is somebody else's. */
    record LeaseFault(Reason reason, Fault fault) {}

    private final Policy policy;

    LeaseGuard(Policy policy) {
        this.policy = policy;
    }

    boolean hasLeases(Task task) {
        return policy.hasLeases(task.lifecycle());
    }

    /** @param epoch the epoch in the request; null if it names none */
    Optional<LeaseFault> fault(Guard guard, Actor actor, Task task, Integer epoch) {
        if (guard.lease() == LeaseRule.NONE || !hasLeases(task)) {
            return Optional.empty();
        }
        boolean forced = guard.force().stream().anyMatch(role -> Guards.matches(role, actor, task));
        return guard.lease() == LeaseRule.HELD
                ? heldFault(forced, actor, task, epoch)
                : holderFault(guard, forced, actor, task, epoch);
    }

    /** A role with force needs no lease, but an epoch that is sent has to be the current one. */
    private static Optional<LeaseFault> heldFault(boolean forced, Actor actor, Task task, Integer epoch) {
        if (epoch != null) {
            return LeaseCheck.fault(task, actor.id(), epoch).map(LeaseGuard::stale);
        }
        if (forced) {
            return Optional.empty();
        }
        return Optional.of(stale(
                actor.id().equals(task.holder())
                        ? "send the leaseEpoch that the claim answered"
                        : actor.id() + " does not hold this task"
                                + (task.holder() == null ? "" : "; " + task.holder() + " does")));
    }

    private static Optional<LeaseFault> holderFault(
            Guard guard, boolean forced, Actor actor, Task task, Integer epoch) {
        if (epoch != null) {
            return LeaseCheck.fault(task, actor.id(), epoch).map(LeaseGuard::stale);
        }
        boolean open = task.holder() == null || task.holder().equals(actor.id());
        return open || forced || actor.isSystem()
                ? Optional.empty()
                : Optional.of(
                        new LeaseFault(Reason.FORBIDDEN, new Fault("actor", LeaseCheck.holder(task) + others(guard))));
    }

    private static LeaseFault stale(String message) {
        return new LeaseFault(Reason.STALE_LEASE, new Fault("leaseEpoch", message));
    }

    private static String others(Guard guard) {
        List<String> roles = new ArrayList<>(guard.force());
        if (roles.isEmpty()) {
            return "";
        }
        String last = roles.remove(roles.size() - 1);
        String all = roles.isEmpty() ? last : String.join(", ", roles) + " and " + last;
        return "; " + all + " may move it too";
    }
}
