package dev.baton.engine;

import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** The engine wraps what listeners and expressions throw, sometimes more than once; a refusal stays one. */
final class PlainRefusals extends CommandInterceptor {

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (ProcessEngineException e) {
            throw plain(e);
        }
    }

    private static ProcessEngineException plain(ProcessEngineException failure) {
        Throwable cause = failure;
        while (cause instanceof ProcessEngineException && !(cause instanceof Refusal)) {
            cause = cause.getCause();
        }
        return cause instanceof Refusal refusal ? refusal : failure;
    }
}
