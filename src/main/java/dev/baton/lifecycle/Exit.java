package dev.baton.lifecycle;

/**
 * One way to leave a state: an arrow with the trigger's name, a message, a timer, an error, or an unconditional arrow.
 *
 * @param element the id of the arrow or event in the diagram
 * @param trigger null for an arrow that is taken at once
 * @param within whether a path back to the same state does not count as a transition
 */
public record Exit(String element, String trigger, Kind kind, boolean byMessage, boolean within, Guard guard) {

    /** What makes a task take the exit. */
    public enum Kind {
        ACTOR,
        TIMER,
        ERROR,
        AUTOMATIC
    }

    Exit(String element, String trigger, Kind kind) {
        this(element, trigger, kind, false, false, Guard.NONE);
    }

    /** Whether a caller or the server can request this exit by its trigger. */
    public boolean requestable() {
        return kind == Kind.ACTOR || guard.onlySystem() || raised();
    }

    /** Whether it is an error that a worker raises. */
    public boolean raised() {
        return kind == Kind.ERROR && guard.lease() != Guard.LeaseRule.NONE;
    }
}
