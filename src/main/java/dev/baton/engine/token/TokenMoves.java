package dev.baton.engine.token;

import dev.baton.core.Refusal;
import java.util.List;
import java.util.Optional;

/** Creates the moves that do not come from our API: through Camunda's REST, Tasklist and timers. */
public interface TokenMoves {

    /** Locks the task of a process instance. */
    void lockInstance(String processInstanceId);

    void lockTask(String taskId);

    /** A process instance was started by the engine's own API. */
    TokenMove creation(Token token);

    /** A token takes its first step in this command. */
    TokenMove move(Token token);

    /** The value of a name in an expression that is evaluated outside of a move. */
    Object value(Token token, String name);

    /** The refusal for a constraint that the caller's data violated; empty if the failure has another cause. */
    Optional<Refusal> refusal(RuntimeException failure);

    /** Whether there is a rule of that name. */
    boolean isRule(String name);

    /** Whether there is a post-end action of that name. */
    boolean isPostEndAction(String name);

    /** A timer of the instance has failed for the last time. */
    void timerFailed(String processInstanceId);

    /** The names of all rules. */
    List<String> rules();

    /** The names of all post-end actions. */
    List<String> postEndActions();

    /** Called when a move through Camunda's API was refused. */
    void refused(Refusal refusal);
}
