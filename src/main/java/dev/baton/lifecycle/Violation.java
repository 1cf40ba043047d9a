package dev.baton.lifecycle;

/** A mistake in a diagram: the id of the element, and a message that says how to correct it. */
public record Violation(String element, String message) {

    @Override
    public String toString() {
        return element + ": " + message;
    }
}
