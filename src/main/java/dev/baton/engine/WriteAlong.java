package dev.baton.engine;

import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandContextListener;

/** Has the observer write just before the engine does, in the same transaction. */
record WriteAlong(TokenObserver observer) implements CommandContextListener {

    /** Equal listeners are registered once for a command. */
    static void register(TokenObserver observer) {
        Context.getCommandContext().registerCommandContextListener(new WriteAlong(observer));
    }

    @Override
    public void onCommandContextClose(CommandContext commandContext) {
        observer.beforeFlush();
        observer.afterCommand();
    }

    @Override
    public void onCommandFailed(CommandContext commandContext, Throwable t) {
        observer.afterCommand();
    }
}
