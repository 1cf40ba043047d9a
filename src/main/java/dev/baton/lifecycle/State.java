package dev.baton.lifecycle;

import java.util.List;

/**
 * A state of a lifecycle.
 *
 * @param elements the ids of its nodes in the diagram; only terminal states can have several, see {@link #passing}
 * @param multiInstance null unless the state is a multi-instance user task
 * @param topic what the work of an external task is about; null unless the state is one
 * @param subtasks null unless the state is a call activity, in which the task waits for its children
 * @param lease what happens to the lease when a task enters the state
 * @param satisfies whether a task that ends here unblocks the tasks that depend on it
 * @param afterwards the trigger that a task accepts after it ended here; null if none
 * @param holds the names of the data that a task needs to enter the state
 * @param clears the names of the data that a task loses when it leaves the state
 */
public record State(
        String name,
        List<String> elements,
        Waits waitsFor,
        boolean terminal,
        MultiInstance multiInstance,
        String topic,
        Subtasks subtasks,
        LeaseOnEntry lease,
        boolean satisfies,
        Afterwards afterwards,
        List<String> holds,
        List<String> clears) {

    /** The same state at an automatic task: the task enters it and goes on at once. It gets no lease there. */
    State passing(String element) {
        return new State(
                name,
                List.of(element),
                Waits.NOBODY,
                false,
                null,
                null,
                null,
                LeaseOnEntry.NONE,
                false,
                null,
                holds,
                clears);
    }

    /**
     * A trigger that an ended task still accepts. It does not change the state.
     *
     * @param work the bean name of the action; null if the trigger only stores its artifacts
     */
    public record Afterwards(Exit exit, String work) {}

    /**
     * A multi-instance user task has one part for each participant. The state is left when the last part is completed.
     *
     * @param participantsField the field of the task's data with the participants' ids; null if the diagram names none
     * @param reassign roles that may reassign a part
     * @param fits rules that a new participant has to fulfil
     * @param samePerson whether one person may do several parts
     * @param blind names of records that participants see only after they have done their own part
     */
    public record MultiInstance(
            String participantsField, List<Role> reassign, List<String> fits, boolean samePerson, List<String> blind) {}

    /**
     * The children that a task gets when it enters the state.
     *
     * @param list the field of the task's data with one entry for each child; null for one child
     * @param gives the fields of the task's data that each child gets
     * @param brings the fields of the children's data that the task gets when they have ended
     * @param cascade what happens to running children when the task leaves the state before they have ended: the trigger that
     *     they take, or {@link #ABANDON}; null if they go on
     */
    public record Subtasks(String lifecycle, String list, List<String> gives, List<String> brings, String cascade) {

        public static final String ABANDON = "abandon";
    }

    /** Whether somebody can hold a lease on a task in this state. */
    public boolean leased() {
        return lease == LeaseOnEntry.NEW || lease == LeaseOnEntry.KEEP;
    }

    public boolean isMultiInstance() {
        return multiInstance != null;
    }

    /** Who has to act before the task can leave the state. */
    public enum Waits {
        AGENT,
        PERSON,
        /** The task waits until a timer fires. */
        TIME,
        /** The task waits until its children have ended. */
        CHILDREN,
        /** The task goes on at once. */
        NOBODY
    }

    /** Whether a task stays in the state until somebody or something moves it. */
    public boolean rests() {
        return !terminal && waitsFor != Waits.NOBODY;
    }

    /** What happens to the lease when a task enters the state. The timer on the state determines its duration. */
    public enum LeaseOnEntry {
        /** The actor of the move gets a new lease. */
        NEW,
        /** The assignee keeps the lease, and it is renewed, or gets a new one. Without an assignee there is none. */
        KEEP,
        /** The lease ends, but the assignee stays. */
        PAUSE,
        /** The lease ends. */
        NONE
    }
}
