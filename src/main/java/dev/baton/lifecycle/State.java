package dev.baton.lifecycle;

import java.util.List;

/**
 * A place where a task can be.
 *
 * @param elements the diagram's nodes that stand for it: several only for terminal states
 * @param crowd the people who act on it at once, each for themselves; null where one acts for all
 * @param satisfies whether a task that ends here lets those go on that wait for it
 * @param afterwards what can still be said about a task that ended here; null if nothing
 * @param holds what a task has to have in its data to be here, whichever way it comes
 */
public record State(
        String name,
        List<String> elements,
        Waits waitsFor,
        boolean terminal,
        Crowd crowd,
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

    /**
     * Several people have a share in a state, one user task each. It is left when the last share is done.
     *
     * @param people the field of the task's data that lists them; null when the diagram does not say
     * @param reassign who may give a share to somebody else
     * @param fits rules about whom a share can go to
     */
    public record Crowd(String people, List<Role> reassign, List<String> fits) {}

    public boolean many() {
        return crowd != null;
    }

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
