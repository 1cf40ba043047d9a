package dev.baton.lifecycle;

/** A way from one state to the next with no other state between. */
public record Transition(String from, String to, Exit exit) {

    public String trigger() {
        return exit.trigger();
    }
}
