package dev.baton.engine.token;

import dev.baton.core.Actor;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The current position of a process instance, without the engine's types. */
public interface Token {

    String processInstanceId();

    String executionId();

    String definitionId();

    /** The business key, which is the task's id; null if the process was started without one. */
    String taskId();

    void taskId(String id);

    /** Whether the node is left because it was interrupted, not because it completed. */
    boolean cancelled();

    /** Whether a timer of the engine moves the token, and not a caller. */
    boolean byTimer();

    String deleteReason();

    /** The name of the node where the token is. */
    String elementName();

    /** The user authenticated with the engine; the system for the job executor. */
    Actor caller();

    /** The first timer on the state that the token has entered. */
    Optional<Timer> timer();

    /** Nobody holds a lease, so its timer must not fire: removes the one that {@link #timer()} would answer. */
    void cancelTimer();

    /**
     * The due date of a timer.
     *
     * @param inEngine whether the engine has a job for it; if not, {@code ProcessInstances} hands it over when it is
     *     due
     */
    record Timer(Instant due, boolean inEngine) {}

    /** Removes and returns the variables that a caller of Camunda's API sent: the ledger stores data, not the engine. */
    Map<String, Object> takeVariables();
}
