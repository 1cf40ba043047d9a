package dev.baton.engine.expression;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.camunda.bpm.impl.juel.AstBracket;
import org.camunda.bpm.impl.juel.AstDot;
import org.camunda.bpm.impl.juel.AstFunction;
import org.camunda.bpm.impl.juel.AstIdentifier;
import org.camunda.bpm.impl.juel.AstMethod;
import org.camunda.bpm.impl.juel.AstNode;
import org.camunda.bpm.impl.juel.AstParameters;
import org.camunda.bpm.impl.juel.AstProperty;
import org.camunda.bpm.impl.juel.AstString;
import org.camunda.bpm.impl.juel.Builder;
import org.camunda.bpm.impl.juel.Parser;
import org.camunda.bpm.impl.juel.TreeBuilderException;

/**
 * Finds names, functions and methods in the text of an expression that the sandbox would refuse at runtime.
 */
public final class ExpressionCheck {

    /** Short enough that nested brackets can't exhaust the parser's stack. */
    private static final int MAX_LENGTH = 1_000;

    private static final Set<String> METHODS = ExpressionMethods.names();

    private final Predicate<String> isName;
    private final List<String> faults = new ArrayList<>();

    private ExpressionCheck(Predicate<String> isName) {
        this.isName = isName;
    }

    public static boolean isTooLong(String text) {
        return text.length() > MAX_LENGTH;
    }

    public static List<String> faults(String text, Predicate<String> isName) {
        if (isTooLong(text)) {
            return List.of("the expression is too long: at most " + MAX_LENGTH + " characters");
        }
        ExpressionCheck check = new ExpressionCheck(isName);
        try {
            check.new CheckingBuilder().build(text.strip());
        } catch (TreeBuilderException e) {
            check.faults.add("the expression can't be read: " + e.getMessage());
        }
        return check.faults;
    }

    private void report(String fault) {
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    /** The parser reports faults while it builds the tree; the tree itself is not used. */
    private final class CheckingBuilder extends Builder {

        CheckingBuilder() {
            super(Feature.METHOD_INVOCATIONS);
        }

        @Override
        protected Parser createParser(String text) {
            return new CheckingParser(this, text);
        }
    }

    private final class CheckingParser extends Parser {

        private final Map<AstProperty, String> properties = new IdentityHashMap<>();

        CheckingParser(Builder builder, String text) {
            super(builder, text);
        }

        @Override
        protected AstIdentifier createAstIdentifier(String name, int index) {
            if (!isName.test(name)) {
                report("the expression uses '" + name
                        + "': expressions know task, payload, actor, policy and delegates");
            }
            return super.createAstIdentifier(name, index);
        }

        @Override
        protected AstFunction createAstFunction(String name, int index, AstParameters params) {
            if (!DiagramExpressions.FUNCTIONS.contains(name)) {
                report("the expression uses the function '" + name + "', which there is not");
            }
            return super.createAstFunction(name, index, params);
        }

        @Override
        protected AstDot createAstDot(AstNode base, String property, boolean lvalue) {
            AstDot dot = super.createAstDot(base, property, lvalue);
            properties.put(dot, property);
            return dot;
        }

        @Override
        protected AstBracket createAstBracket(AstNode base, AstNode property, boolean lvalue, boolean strict) {
            AstBracket bracket = super.createAstBracket(base, property, lvalue, strict);
            if (property instanceof AstString text) {
                properties.put(bracket, (String) text.eval(null, null));
            }
            return bracket;
        }

        @Override
        protected AstMethod createAstMethod(AstProperty property, AstParameters params) {
            String name = properties.get(property);
            if (name == null) {
                report("the expression calls a method whose name it computes: write the name out");
            } else if (!METHODS.contains(name)) {
                report("the expression calls '" + name + "'; the methods it can call are "
                        + String.join(", ", METHODS));
            }
            return super.createAstMethod(property, params);
        }
    }
}
