package dev.baton.engine;

import dev.baton.core.Actor;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Where a task's process instance is at this moment, without the engine's types. */
public interface Token {

    String processInstanceId();

    String executionId();

    String definitionId();

    /** The business key, which is the task's id; null when a process was started without one. */
    String taskId();

    void taskId(String id);

    /** Whether the node is left because something else took the task away, not because it was done. */
    boolean cancelled();

    String deleteReason();

    /** What the diagram calls the node where the token is. */
    String elementName();

    /** Who the engine's own doors say is calling; the system when it is the job executor. */
    Actor caller();

    /** The first timer on the state that the token has entered. */
    Optional<Timer> timer();

    /**
     * When a timer is to fire.
     *
     * @param inEngine whether the engine knows; if not, it has to be {@linkplain ProcessInstances#handOverTimer told} when it is due
     */
    record Timer(Instant due, boolean inEngine) {}

    /** What a caller of the engine's own doors sent along. The engine forgets it: data lives in the ledger. */
    Map<String, Object> takeVariables();
}
