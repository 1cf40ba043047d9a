package dev.baton.move;

import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.ExternalWork;
import dev.baton.lifecycle.Guard.LeaseRule;
import dev.baton.lifecycle.State;

/** What happens to the work of an external task that its worker does not complete. */
final class HeldWork {

    private HeldWork() {}

    /** Whoever moved the task here does not hold the work: a worker of the topic has to claim it. */
    static void begin(State state, Task task, LeaseChanges lease) {
        if (state.topic() != null) {
            task.attempts(0);
            lease.giveBack();
        }
    }

    /** After a release or a failure nobody holds the work, until it is claimed again. */
    static void release(State state, Exit exit, Task task, LeaseChanges lease) {
        if (state.topic() != null && exit.guard().lease() == LeaseRule.HELD) {
            lease.giveBack();
            if (exit.trigger().equals(ExternalWork.FAIL)) {
                flagUsedUp(task);
            }
        }
    }

    static void countAttempt(Task task) {
        task.attempts(task.attempts() + 1);
        flagUsedUp(task);
    }

    private static void flagUsedUp(Task task) {
        if (task.attempts() >= task.maxAttempts()) {
            task.flags().add(Flags.ATTEMPTS_USED_UP);
        }
    }
}
