package dev.baton.lifecycle;

import java.util.List;

/**
 * A place where a task can be.
 *
 * @param elements the diagram's nodes that stand for it: several only for terminal states
 * @param many whether several people act on it at once
 * @param satisfies whether a task that ends here lets those go on that wait for it
 * @param afterwards what can still be said about a task that ended here; null if nothing
 * @param holds what a task has to have in its data to be here, whichever way it comes
 */
public record State(
        String name,
        List<String> elements,
        Waits waitsFor,
        boolean terminal,
        boolean many,
        Holding lease,
        boolean satisfies,
        Afterwards afterwards,
        List<String> holds) {

    /**
     * A trigger that an ended task still takes. It changes no state.
     *
     * @param work the name of what is done then; null if keeping the artifacts is all
     */
    public record Afterwards(Exit exit, String work) {}

    /** Who has to act for the task to go on. */
    public enum Waits {
        AGENT,
        PERSON,
        NOBODY
    }

    /** What entering the state does to the lease on the task. It lasts as long as the timer on the state. */
    public enum Holding {
        /** Whoever brings the task here gets a new one. */
        NEW,
        /** The holder goes on holding it. */
        KEEP,
        /** Nobody holds the task here. */
        NONE
    }
}
