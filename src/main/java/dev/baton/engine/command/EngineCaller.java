package dev.baton.engine.command;

import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;

/** Distinguishes commands of callers of Camunda's REST and web applications from those of the server. */
final class EngineCaller {

    private EngineCaller() {}

    /** Whether a signed-in caller issued the current command; false for what a delegate does during their move. */
    static boolean issuedCommand() {
        CommandContext context = Context.getCommandContext();
        return context.isAuthorizationCheckEnabled() && context.getAuthenticatedUserId() != null;
    }
}
