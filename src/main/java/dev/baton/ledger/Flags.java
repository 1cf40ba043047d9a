package dev.baton.ledger;

import java.util.List;

/** The flags of tasks. They tell people what needs attention, and are cleared when the task enters another state, or before. */
public final class Flags {

    /** The holder of the lease has not reported any progress for too long. */
    public static final String NO_PROGRESS = "no-progress";

    /** The lease on the task ran out, and nobody has taken it since. */
    public static final String LEASE_LOST = "lease-lost";

    /** Somebody's part is late: its due date has passed, or it was offered to others. */
    public static final String OVERDUE = "overdue";

    /** An approval was not given in time. */
    public static final String APPROVAL_EXPIRED = "approval-expired";

    /** The runs of the task have cost more than its budget. */
    public static final String OVER_BUDGET = "over-budget";

    /** Several runs of the task have failed in a row. */
    public static final String RUNS_FAIL = "runs-fail";

    /** All attempts are used up by lost claims; a person has to reset or claim the task. */
    public static final String ATTEMPTS_USED_UP = "attempts-used-up";

    /** The blockers that the task waited for have finished, and it can go on. */
    public static final String BLOCKERS_FINISHED = "blockers-finished";

    /** Whoever works on the task has asked something and waits for the answer. */
    public static final String QUESTION = "question";

    /** Nobody has written down yet what is to be learned from the task. */
    public static final String REFLECTION_DUE = "reflection-due";

    /** Nobody has saved yet what is to be remembered of the run. */
    public static final String MEMORY_DUE = "memory-due";

    /** A timer of the task has failed and is not tried again until an operator has removed the cause. */
    public static final String TIMER_FAILED = "timer-failed";

    /** Computed: the task was abandoned. */
    public static final String ABANDONED = "abandoned";

    /** Computed: the task waits for one that has failed or was abandoned. */
    public static final String BLOCKED_BY_FAILED = "blocked-by-failed";

    public static final List<String> ALL = List.of(
            ABANDONED,
            APPROVAL_EXPIRED,
            ATTEMPTS_USED_UP,
            BLOCKED_BY_FAILED,
            BLOCKERS_FINISHED,
            LEASE_LOST,
            MEMORY_DUE,
            NO_PROGRESS,
            OVER_BUDGET,
            OVERDUE,
            QUESTION,
            REFLECTION_DUE,
            RUNS_FAIL,
            TIMER_FAILED);

    private Flags() {}
}
