package dev.baton.lifecycle;

/** One thing that is wrong with a diagram: where, and what to do about it. */
public record Violation(String element, String message) {

    @Override
    public String toString() {
        return element + ": " + message;
    }
}
