package dev.baton.core;

/** An error that a delegate reports to its diagram: an error boundary event with this code decides where it leads. */
public final class LifecycleError extends RuntimeException {

    private final String code;

    public LifecycleError(String code) {
        this(code, null);
    }

    public LifecycleError(String code, String message) {
        super(message);
        this.code = code;
    }

    public String code() {
        return code;
    }
}
