package dev.baton.engine.command;

import dev.baton.engine.identity.PublishIdentityChanges;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.TokenMovesRegistry;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;

/** All interceptors around the engine's commands, with the reasons for their order. */
public record Interceptors(
        ProcessEngineConfigurationImpl engine,
        TokenMovesRegistry moves,
        CurrentMoves current,
        JdbcClient jdbc,
        ApplicationEventPublisher events) {

    /** Interceptors around the transaction of a command, outermost first. */
    public CommandInterceptor[] beforeTransaction() {
        return new CommandInterceptor[] {
            new RecordFailures(), // first, so that it sees the exception that the caller gets
            new RefusalsAsBadRequests(), // translates the refusals of all others
            new RefuseTokenModification(), // refused without a transaction
            new QueriesWithoutExpressions(engine::getIdentityService), // likewise
            new RefuseCounterVariables(), // likewise
            new PublishIdentityChanges(events), // publishes after the commit
            new RetryOnConflict(moves), // each attempt has its own transaction and scope
            new UnwrapRefusals(moves) // so that the retry sees refusals unwrapped
        };
    }

    /** For commands with a transaction of their own, within that of another command. */
    public CommandInterceptor beforeNewTransaction() {
        return new RetryOnConflict(moves); // opens the scope of the move
    }

    /** Interceptors inside the transaction, where the caller's permissions are known, outermost first. */
    public CommandInterceptor[] inTransaction() {
        return new CommandInterceptor[] {
            new RefusedCommands(), // needs no reads
            new OperationsLog(), // logs what was not refused
            new LockTaskFirst(new TaskLock(jdbc, moves)), // before anything of the task is read
            new CandidateChanges(current), // checks guards, so after the lock
            new GuardedCommands() // innermost: turns off permission checks for the command
        };
    }
}
