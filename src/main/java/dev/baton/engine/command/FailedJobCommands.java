package dev.baton.engine.command;

import dev.baton.database.DatabaseFailures;
import dev.baton.engine.token.TokenMovesRegistry;
import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;

/**
 * Does not count a caller's missing permission, or an outage of the database, as a failure of the job. Camunda would, and after three of
 * them the timer would not fire any more. The job is taken again when its lock has run out.
 */
public final class FailedJobCommands implements FailedJobCommandFactory {

    private final TokenMovesRegistry moves;

    public FailedJobCommands(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    @Override
    public Command<Object> getCommand(String jobId, Throwable failure) {
        return failure instanceof AuthorizationException || DatabaseFailures.unavailable(failure)
                ? context -> null
                : new FailedJob(jobId, failure, moves);
    }
}
