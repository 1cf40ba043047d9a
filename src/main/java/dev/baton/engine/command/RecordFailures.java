package dev.baton.engine.command;

import dev.baton.engine.failure.CommandFailure;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** Records the exception of a failed command as the {@link CommandFailure} of the current request. */
final class RecordFailures extends CommandInterceptor {

    @Override
    public <T> T execute(Command<T> command) {
        try {
            return next.execute(command);
        } catch (RuntimeException e) {
            CommandFailure.record(e);
            throw e;
        }
    }
}
