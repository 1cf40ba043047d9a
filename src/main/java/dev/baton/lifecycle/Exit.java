package dev.baton.lifecycle;

/**
 * One way to leave a state: an arrow with the trigger's name, a message, a timer, an error, or an arrow taken at once.
 *
 * @param element the arrow or event that stands for it in the diagram
 * @param trigger null when nothing has to happen
 */
public record Exit(String element, String trigger, Kind kind, boolean byMessage, Guard guard) {

    /** What makes a task take it. */
    public enum Kind {
        ACTOR,
        TIMER,
        ERROR,
        AUTOMATIC
    }

    /** Whether somebody, or the server itself, names this exit to take it. */
    public boolean called() {
        return kind == Kind.ACTOR || guard.onlySystem();
    }
}
