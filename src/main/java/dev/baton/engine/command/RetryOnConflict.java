package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.engine.failure.CommandFailure;
import dev.baton.engine.failure.ConcurrencyFailures;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.TokenMovesRegistry;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Retries work that failed because of a concurrent transaction: a deadlock, an optimistic lock, a timer that fired in between.
 * Locking the task first makes that rare. The interceptor retries moves through Camunda's API; if a {@link MoveScope}
 * is open already, the method that opened it retries all of its work.
 */
final class RetryOnConflict extends CommandInterceptor {

    private final TokenMovesRegistry moves;

    RetryOnConflict(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    /** Commands that change a task, except jobs, which the job executor retries. */
    static boolean retries(Command<?> command) {
        return LockTaskFirst.locks(command) && !(command instanceof ExecuteJobsCmd);
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (MoveScope.isOpen()) {
            return next.execute(command);
        }
        if (!retries(command)) {
            return MoveScope.open(() -> next.execute(command));
        }
        try {
            return ConcurrencyFailures.retry(() -> MoveScope.open(() -> next.execute(command)));
        } catch (Refusal refusal) {
            moves.get().refused(refusal);
            CommandFailure.markLogged();
            throw refusal;
        }
    }
}
