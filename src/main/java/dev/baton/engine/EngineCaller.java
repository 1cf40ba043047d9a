package dev.baton.engine;

import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;

/** Tells what somebody asks of the engine through its REST or web applications from what the server does itself. */
final class EngineCaller {

    private EngineCaller() {}

    /** Whether a signed-in caller ordered this very command; what a delegate does in their move is not theirs. */
    static boolean ordered() {
        CommandContext context = Context.getCommandContext();
        return context.isAuthorizationCheckEnabled() && context.getAuthenticatedUserId() != null;
    }
}
