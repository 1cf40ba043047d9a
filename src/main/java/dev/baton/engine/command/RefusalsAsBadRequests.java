package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.engine.token.MoveScope;
import org.camunda.bpm.engine.BadUserRequestException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/** Translates refusals for callers of Camunda's API, whose REST answers them with 400. Our own callers get them as is. */
final class RefusalsAsBadRequests extends CommandInterceptor {

    private static final class Refused extends BadUserRequestException {

        Refused(Refusal refusal) {
            super(refusal.getMessage(), refusal);
        }
    }

    @Override
    public <T> T execute(Command<T> command) {
        boolean ours = MoveScope.isOpen();
        try {
            return next.execute(command);
        } catch (Refusal refusal) {
            throw ours ? refusal : new Refused(refusal);
        }
    }
}
