package dev.baton.engine.expression;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.failure.DiagramFailure;
import dev.baton.engine.failure.EngineErrors;
import dev.baton.engine.token.ExecutionToken;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.Token;
import dev.baton.engine.token.TokenMove;
import dev.baton.engine.token.TokenMovesRegistry;
import java.beans.FeatureDescriptor;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import org.camunda.bpm.engine.delegate.BaseDelegateExecution;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.el.Expression;
import org.camunda.bpm.engine.impl.el.JuelExpression;
import org.camunda.bpm.engine.impl.el.JuelExpressionManager;
import org.camunda.bpm.engine.variable.context.VariableContext;
import org.camunda.bpm.impl.juel.jakarta.el.ELContext;
import org.camunda.bpm.impl.juel.jakarta.el.ELResolver;

/**
 * The sandbox for all expressions of the engine, in diagrams, queries and decision tables. A name is looked up in the current
 * move first, so that no variable can replace its values, then among the delegates, then among the variables. Only the
 * methods in {@link ExpressionMethods} can be called; the engine, other beans and Java classes are not accessible.
 */
public final class DiagramExpressions extends JuelExpressionManager {

    public static final Set<String> NAMES = Set.of("task", "payload", "actor", "policy");
    public static final Set<String> FUNCTIONS = Set.of("currentUser", "currentUserGroups", "now", "dateTime");

    /** The expressions of the server's own filters, the only ones that a query evaluates. */
    static final Set<String> IN_QUERIES = Set.of("${currentUser()}", "${currentUserGroups()}", "${now()}");

    private final TokenMovesRegistry moves;
    private final Delegates delegates;

    public DiagramExpressions(TokenMovesRegistry moves, Delegates delegates) {
        this.moves = moves;
        this.delegates = delegates;
    }

    @Override
    public Expression createExpression(String text) {
        return new SandboxExpression(text);
    }

    /** Ignores functions that libraries on the class path add. */
    @Override
    public void addFunction(String name, Method function) {
        if (FUNCTIONS.contains(name)) {
            super.addFunction(name, function);
        }
    }

    @Override
    protected ELResolver createElResolver() {
        return new Sandbox();
    }

    private final class SandboxExpression extends JuelExpression {

        SandboxExpression(String text) {
            super(createValueExpression(text), DiagramExpressions.this, text);
        }

        /** Only queries evaluate without a scope. */
        @Override
        public Object getValue(VariableScope scope, BaseDelegateExecution execution) {
            if (scope == null && !isLiteralText() && !IN_QUERIES.contains(expressionText)) {
                throw new Refusal(
                        Reason.INVALID,
                        "query",
                        "This filter holds an expression that is not allowed in queries: save it anew with fixed values");
            }
            try {
                return super.getValue(scope, execution);
            } catch (RuntimeException e) {
                throw named(e, scope);
            }
        }

        private RuntimeException named(RuntimeException failure, VariableScope scope) {
            String element = element(scope);
            Optional<Refusal> refusal = EngineErrors.refusalIn(failure);
            if (element == null || refusal.isEmpty() && !DiagramFailure.concerns(failure)) {
                return failure;
            }
            String problem = refusal.map(Throwable::getMessage).orElseGet(() -> EngineErrors.innermost(failure));
            return DiagramFailure.ofExpression(element, expressionText, problem);
        }
    }

    private static String element(VariableScope scope) {
        if (scope instanceof DelegateTask task) {
            return task.getTaskDefinitionKey();
        }
        return scope instanceof DelegateExecution execution ? execution.getCurrentActivityId() : null;
    }

    private final class Sandbox extends ELResolver {

        @Override
        public Object getValue(ELContext context, Object base, Object property) {
            context.setPropertyResolved(true);
            return base == null ? resolve(context, (String) property) : ExpressionMethods.property(base, property);
        }

        private Object resolve(ELContext context, String name) {
            VariableScope scope = (VariableScope) context.getContext(VariableScope.class);
            if (context.getContext(VariableContext.class) instanceof VariableContext decision) {
                return valueOf(decision, name);
            }
            if (NAMES.contains(name)) {
                return value(new ExecutionToken(execution(scope, name)), name);
            }
            Object delegate = delegates.find(name);
            if (delegate != null) {
                return delegate;
            }
            if (scope != null && scope.hasVariable(name)) {
                return scope.getVariable(name);
            }
            throw unknown(name);
        }

        /** Decisions know the values that they were given, and nothing else. */
        private Object valueOf(VariableContext decision, String name) {
            if (!decision.containsVariable(name)) {
                throw unknown(name);
            }
            return decision.resolve(name).getValue();
        }

        private DelegateExecution execution(VariableScope scope, String name) {
            if (scope instanceof DelegateTask task) {
                return task.getExecution();
            }
            if (scope instanceof DelegateExecution execution) {
                return execution;
            }
            throw unknown(name);
        }

        private Refusal unknown(String name) {
            return ExpressionMethods.refusal("An expression of the diagram uses the name '" + name + "'");
        }

        @Override
        public Object invoke(ELContext context, Object base, Object method, Class<?>[] types, Object[] arguments) {
            context.setPropertyResolved(true);
            return ExpressionMethods.call(base, String.valueOf(method), arguments == null ? new Object[0] : arguments);
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
            // unresolved: expressions can write with task.put only
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
        public Iterator<FeatureDescriptor> getFeatureDescriptors(ELContext context, Object base) {
            return null;
        }
    }
}
