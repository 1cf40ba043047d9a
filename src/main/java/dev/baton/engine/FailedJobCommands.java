package dev.baton.engine;

import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;

/**
 * Does not count a caller's missing permission as a failure of the job. Camunda would, and after three such calls the timer
 * would not fire any more.
 */
final class FailedJobCommands implements FailedJobCommandFactory {

    private final TokenMovesRegistry moves;

    FailedJobCommands(TokenMovesRegistry moves) {
        this.moves = moves;
    }

    @Override
    public Command<Object> getCommand(String jobId, Throwable failure) {
        return failure instanceof AuthorizationException ? context -> null : new FailedJob(jobId, failure, moves);
    }
}
