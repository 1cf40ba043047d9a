package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.Optional;

/** Makes the moves that nobody announced: those through Camunda's own REST, Tasklist, and timers. */
public interface TokenMoves {

    /** Locks the task that belongs to a process instance, before the engine reads anything of it. */
    void lockInstance(String processInstanceId);

    void lockTask(String taskId);

    /** A process instance was started by the engine's own API. */
    TokenMove creation(Token token);

    /** A token takes its first step in this command. */
    TokenMove move(Token token);

    /** What a name means in an expression that is evaluated outside of a move. */
    Object value(Token token, String name);

    /** What the caller did wrong, where the database found it out; empty when that is not why it failed. */
    Optional<Refusal> refusal(RuntimeException failure);

    /** Whether diagrams can demand a rule of that name. */
    boolean isRule(String name);

    /** Whether diagrams can name an action of that name for ended tasks. */
    boolean isPostEndAction(String name);

    /** A move through one of the engine's own APIs was refused. */
    void refused(Refusal refusal);
}
