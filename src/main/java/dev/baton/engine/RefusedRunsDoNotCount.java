package dev.baton.engine;

import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.jobexecutor.DefaultFailedJobCommandFactory;

/**
 * A job does not fail because somebody who may not run it tries to. Camunda would count each try as a failure, so that
 * three of them would stop a timer for good.
 */
final class RefusedRunsDoNotCount extends DefaultFailedJobCommandFactory {

    @Override
    public Command<Object> getCommand(String jobId, Throwable failure) {
        return failure instanceof AuthorizationException ? context -> null : super.getCommand(jobId, failure);
    }
}
