package dev.baton.move;

import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import java.util.Optional;
import java.util.function.Predicate;

/** A timer that fires and leaves its task in the state. */
final class NonInterruptingTimer {

    private final Task task;
    private final String element;
    private final String before;

    NonInterruptingTimer(Task task, String element) {
        this.task = task;
        this.element = element;
        this.before = snapshot();
    }

    private String snapshot() {
        return task.flags() + " " + task.assignee() + " " + task.lease() + " " + task.data();
    }

    /**
     * What the history calls it; empty if it gets no entry. A timer that repeats and changes nothing gets one only the first
     * time, so that it does not fill the history.
     *
     * @param hasEntry whether the history has such an entry since the task entered its state
     */
    Optional<String> trigger(String name, Predicate<String> hasEntry) {
        String trigger = name == null || name.isBlank() ? element : name;
        boolean changed = !snapshot().equals(before);
        task.flags().remove(Flags.TIMER_FAILED);
        return changed || !hasEntry.test(trigger) ? Optional.of(trigger) : Optional.empty();
    }
}
