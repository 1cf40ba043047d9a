package dev.baton.ledger;

import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Explains why an actor does not hold the lease on a task, or not with the epoch that they sent. */
public final class LeaseCheck {

    private LeaseCheck() {}

    /** Empty if the actor holds the task's lease and this is its epoch. */
    public static Optional<String> fault(Task task, String actor, int epoch) {
        return task.heldBy(actor, epoch) ? Optional.empty() : Optional.of(reason(task, actor, epoch));
    }

    private static String reason(Task task, String actor, int epoch) {
        if (epoch < 1 || epoch > task.leaseEpoch()) {
            return "there was never a lease with epoch " + epoch + " on this task; "
                    + (task.leaseEpoch() == 0 ? "nobody has held one yet" : "the newest is " + task.leaseEpoch());
        }
        if (epoch == task.leaseEpoch() && task.holder() != null) {
            return "the lease with epoch " + epoch + " is held by " + task.holder() + ", not by " + actor;
        }
        String now = task.holder() == null
                ? "nobody holds the task now"
                : task.holder().equals(actor)
                        ? actor + " holds the task again, with epoch " + task.leaseEpoch()
                        : holder(task);
        return "the lease with epoch " + epoch + " is over; " + now;
    }

    /** Who holds the task and until when. */
    public static String holder(Task task) {
        return task.holder() + " holds this task until " + task.leaseExpiresAt().truncatedTo(ChronoUnit.SECONDS);
    }
}
