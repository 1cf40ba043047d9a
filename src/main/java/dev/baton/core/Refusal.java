package dev.baton.core;

import java.util.List;
import java.util.Set;
import org.springframework.lang.Nullable;

/** A request that is refused, with every reason. Nothing has changed. */
public final class Refusal extends RuntimeException {

    /** Why, in the words that callers and metrics use. */
    public enum Reason {
        NO_SUCH_TRANSITION,
        FORBIDDEN,
        INVALID,
        CONFLICT,
        STALE_LEASE
    }

    /** One reason: the field or role it is about, and what is wrong with it. */
    public record Fault(@Nullable String field, String message) {}

    /**
     * What was tried.
     *
     * @param wanted the trigger, or the state to go to
     */
    public record Attempt(String lifecycle, String task, String from, String wanted, String actor) {}

    private final Reason reason;
    private final transient List<Fault> faults;
    private final transient Set<String> allowed;
    private final transient Attempt attempt;

    /** @param allowed the states that the task could go to instead */
    public Refusal(Reason reason, String message, List<Fault> faults, Set<String> allowed, Attempt attempt) {
        super(message);
        this.reason = reason;
        this.faults = List.copyOf(faults);
        this.allowed = allowed;
        this.attempt = attempt;
    }

    public Refusal(Reason reason, String message, List<Fault> faults) {
        this(reason, message, faults, Set.of(), null);
    }

    public Refusal(Reason reason, String field, String message) {
        this(reason, message, List.of(new Fault(field, message)));
    }

    public Reason reason() {
        return reason;
    }

    public List<Fault> faults() {
        return faults;
    }

    public Set<String> allowed() {
        return allowed;
    }

    /** Null when no task was to be moved. */
    public Attempt attempt() {
        return attempt;
    }
}
