package dev.baton.engine;

import java.util.Set;
import java.util.function.Function;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.el.JuelExpressionManager;
import org.camunda.bpm.engine.impl.el.VariableScopeElResolver;
import org.camunda.bpm.impl.juel.jakarta.el.ArrayELResolver;
import org.camunda.bpm.impl.juel.jakarta.el.BeanELResolver;
import org.camunda.bpm.impl.juel.jakarta.el.CompositeELResolver;
import org.camunda.bpm.impl.juel.jakarta.el.ELContext;
import org.camunda.bpm.impl.juel.jakarta.el.ELResolver;
import org.camunda.bpm.impl.juel.jakarta.el.ListELResolver;
import org.camunda.bpm.impl.juel.jakarta.el.MapELResolver;

/**
 * What expressions in diagrams can name: the move under way first, so that no variable can pass for it, then the
 * delegates. Other beans of the server are out of reach.
 */
final class DiagramExpressions extends JuelExpressionManager {

    static final Set<String> NAMES = Set.of("task", "payload", "actor", "policy");

    private final TokenMovesRegistry moves;
    private final Function<String, Object> delegates;

    DiagramExpressions(TokenMovesRegistry moves, Function<String, Object> delegates) {
        this.moves = moves;
        this.delegates = delegates;
    }

    @Override
    protected ELResolver createElResolver() {
        CompositeELResolver resolver = new CompositeELResolver();
        resolver.add(new Names());
        resolver.add(new VariableScopeElResolver());
        resolver.add(new ArrayELResolver());
        resolver.add(new ListELResolver());
        resolver.add(new MapELResolver());
        resolver.add(new BeanELResolver());
        return resolver;
    }

    private final class Names extends ELResolver {

        @Override
        public Object getValue(ELContext context, Object base, Object property) {
            if (base != null || !(property instanceof String name)) {
                return null;
            }
            if (NAMES.contains(name)) {
                VariableScope scope = (VariableScope) context.getContext(VariableScope.class);
                DelegateExecution execution =
                        scope instanceof DelegateTask task ? task.getExecution() : (DelegateExecution) scope;
                context.setPropertyResolved(true);
                return value(new ExecutionToken(execution), name);
            }
            Object delegate = delegates.apply(name);
            context.setPropertyResolved(delegate != null);
            return delegate;
        }

        private Object value(Token token, String name) {
            TokenMove move = MoveScope.find(token.processInstanceId());
            return move == null ? moves.get().value(token, name) : move.value(name);
        }

        @Override
        public Class<?> getType(ELContext context, Object base, Object property) {
            return null;
        }

        @Override
        public void setValue(ELContext context, Object base, Object property, Object value) {
            // expressions read; they write through methods of what they read
        }

        @Override
        public boolean isReadOnly(ELContext context, Object base, Object property) {
            return true;
        }

        @Override
        public Class<?> getCommonPropertyType(ELContext context, Object base) {
            return Object.class;
        }

        @Override
        public java.util.Iterator<java.beans.FeatureDescriptor> getFeatureDescriptors(ELContext context, Object base) {
            return null;
        }
    }
}
