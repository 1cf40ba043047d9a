package dev.baton.ledger;

import java.util.Set;

/**
 * Criteria for tasks, all of which have to be met; null or empty matches any.
 *
 * @param waitingFor somebody with an open part: a review, an approval or another user task
 * @param mine somebody to whom the task is assigned, or for whom it waits
 * @param topicStates states of a topic, each as {@code lifecycle/state}; null for any state
 * @param text part of the title or id
 * @param abandoned whether abandoned tasks are among the results
 */
public record TaskFilter(
        String lifecycle,
        Set<String> states,
        Boolean active,
        String assignee,
        Person waitingFor,
        Person mine,
        Set<String> flags,
        String createdBy,
        String blockedBy,
        String parent,
        Set<String> topicStates,
        String text,
        boolean abandoned) {

    public record Person(String id, Set<String> groups) {}

    /** The order of a list; tasks that are equal in it come in the order of their creation. */
    public enum Sort {
        /** Oldest first. */
        CREATED("seq", true),
        /** Most urgent first. */
        PRIORITY("priority", true),
        /** Last changed first. */
        UPDATED("updated_at", false),
        /** Longest in its state first. */
        ENTERED("state_entered_at", true);

        final String column;
        final boolean ascending;

        Sort(String column, boolean ascending) {
            this.column = column;
            this.ascending = ascending;
        }
    }

    /** Whether an active task can meet the criteria. */
    boolean mayBeActive(StateKinds kinds) {
        return !Boolean.FALSE.equals(active)
                && !flags.contains(Flags.ABANDONED)
                && (states.isEmpty() || kinds.someAre(false, lifecycle, states));
    }

    /** Whether a task that has ended can meet the criteria; one in a state that is not terminal was abandoned. */
    boolean mayHaveEnded(StateKinds kinds) {
        return !Boolean.TRUE.equals(active)
                && waitingFor == null
                && topicStates == null
                && !flags.contains(Flags.BLOCKED_BY_FAILED)
                && (states.isEmpty() || includesAbandoned() || kinds.someAre(true, lifecycle, states));
    }

    boolean includesAbandoned() {
        return abandoned || flags.contains(Flags.ABANDONED);
    }

    /** Whether the criteria are about the lifecycle, the state and the end alone. */
    boolean isByState() {
        return assignee == null
                && waitingFor == null
                && mine == null
                && flags.stream().allMatch(Flags.ABANDONED::equals)
                && createdBy == null
                && blockedBy == null
                && parent == null
                && topicStates == null
                && text == null;
    }

    public static TaskFilter active(String lifecycle) {
        return new TaskFilter(
                lifecycle, Set.of(), true, null, null, null, Set.of(), null, null, null, null, null, false);
    }
}
