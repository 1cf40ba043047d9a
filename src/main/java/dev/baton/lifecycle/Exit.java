package dev.baton.lifecycle;

/**
 * One way to leave a state: an arrow with the trigger's name, a message, a timer, an error, or an arrow taken at once.
 *
 * @param element the arrow or event that stands for it in the diagram
 * @param trigger null when nothing has to happen
 * @param within whether coming back to the same state this way is no transition but work that goes on
 */
public record Exit(String element, String trigger, Kind kind, boolean byMessage, boolean within, Guard guard) {

    /** What makes a task take it. */
    public enum Kind {
        ACTOR,
        TIMER,
        ERROR,
        AUTOMATIC
    }

    Exit(String element, String trigger, Kind kind) {
        this(element, trigger, kind, false, false, Guard.NONE);
    }

    /** Whether somebody, or the server itself, names this exit to take it. */
    public boolean called() {
        return kind == Kind.ACTOR || guard.onlySystem();
    }
}
