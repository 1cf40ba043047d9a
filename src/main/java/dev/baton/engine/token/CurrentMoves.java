package dev.baton.engine.token;

import dev.baton.database.SqlWrites;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.CommandContext;
import org.camunda.bpm.engine.impl.interceptor.CommandContextListener;

/** Finds or creates the move of a token, and has moves written right before the engine flushes. */
public final class CurrentMoves {

    private final TokenMovesRegistry registry;
    private final SqlWrites writes;

    public CurrentMoves(TokenMovesRegistry registry, SqlWrites writes) {
        this.registry = registry;
        this.writes = writes;
    }

    public void begin(Token token) {
        writeBeforeFlush();
        MoveScope.current().begin(token, registry.get());
    }

    public TokenMove of(Token token) {
        writeBeforeFlush();
        return MoveScope.current().of(token, registry.get());
    }

    /** Equal listeners are registered once for a command. */
    private void writeBeforeFlush() {
        Context.getCommandContext().registerCommandContextListener(new WriteBeforeFlush(writes));
    }

    private record WriteBeforeFlush(SqlWrites writes) implements CommandContextListener {

        @Override
        public void onCommandContextClose(CommandContext commandContext) {
            MoveScope.current().write(writes);
        }

        @Override
        public void onCommandFailed(CommandContext commandContext, Throwable t) {
            MoveScope.current().clear();
        }
    }
}
