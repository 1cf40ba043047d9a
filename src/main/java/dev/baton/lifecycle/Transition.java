package dev.baton.lifecycle;

/** A direct transition between two states; {@code from} is null for the creation of a task. */
public record Transition(String from, String to, Exit exit, TransitionEffects effects) {

    public String trigger() {
        return exit.trigger();
    }
}
