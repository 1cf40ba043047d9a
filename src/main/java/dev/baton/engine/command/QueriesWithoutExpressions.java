package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.internals.EngineField;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.filter.Filter;
import org.camunda.bpm.engine.impl.AbstractQuery;
import org.camunda.bpm.engine.impl.TaskQueryImpl;
import org.camunda.bpm.engine.impl.cmd.AbstractExecuteFilterCmd;
import org.camunda.bpm.engine.impl.cmd.SaveFilterCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Refuses queries and filters of callers that contain an expression. The engine's own check (7.24.0) ignores the parts of an
 * "or". The server's own filters are saved without a caller, or within a command.
 */
final class QueriesWithoutExpressions extends CommandInterceptor {

    private static final EngineField EXTENDING = EngineField.of(AbstractExecuteFilterCmd.class, "extendingQuery");
    private static final EngineField FILTER = EngineField.of(SaveFilterCmd.class, "filter");

    private final Supplier<IdentityService> identities;

    QueriesWithoutExpressions(Supplier<IdentityService> identities) {
        this.identities = identities;
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (hasExpression(query(command)) && isOfCaller()) {
            throw new Refusal(
                    Reason.INVALID, "query", "Queries and filters can't hold expressions: use fixed values instead");
        }
        return next.execute(command);
    }

    private static Object query(Command<?> command) {
        if (command instanceof AbstractExecuteFilterCmd) {
            return EXTENDING.value(command);
        }
        if (command instanceof SaveFilterCmd) {
            Filter filter = (Filter) FILTER.value(command);
            return filter == null ? null : filter.getQuery();
        }
        return command;
    }

    private static boolean hasExpression(Object query) {
        return query instanceof AbstractQuery<?, ?> whole
                && parts(whole, Collections.newSetFromMap(new IdentityHashMap<>())).stream()
                        .anyMatch(part -> !part.getExpressions().isEmpty());
    }

    /** A query and its "or" parts. They refer to one another, and each to itself. */
    private static Set<AbstractQuery<?, ?>> parts(AbstractQuery<?, ?> query, Set<AbstractQuery<?, ?>> found) {
        if (found.add(query) && query instanceof TaskQueryImpl tasks) {
            tasks.getQueries().forEach(part -> parts(part, found));
        }
        return found;
    }

    private boolean isOfCaller() {
        return Context.getCommandContext() == null && identities.get().getCurrentAuthentication() != null;
    }
}
