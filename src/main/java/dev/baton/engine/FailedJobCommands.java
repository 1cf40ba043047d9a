package dev.baton.engine;

import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.jobexecutor.FailedJobCommandFactory;

/**
 * A job does not fail because somebody who may not run it tries to. Camunda would count each try as a failure, so that
 * three of them would stop a timer for good.
 */
final class FailedJobCommands implements FailedJobCommandFactory {

    @Override
    public Command<Object> getCommand(String jobId, Throwable failure) {
        return failure instanceof AuthorizationException ? context -> null : new FailedJob(jobId, failure);
    }
}
