package dev.baton.engine;

import dev.baton.core.Refusal;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** The engine wraps whatever a listener on a user task throws; this gives back the refusal. */
final class UnwrapRefusals extends CommandInterceptor {

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (ProcessEngineException e) {
            throw e.getCause() instanceof Refusal refusal ? refusal : e;
        }
    }
}
