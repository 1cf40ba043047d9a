package dev.baton.engine.diagram;

import dev.baton.engine.expression.Delegates;
import dev.baton.engine.expression.DiagramExpressions;
import dev.baton.engine.expression.ExpressionMethods;
import dev.baton.engine.token.TokenMovesRegistry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/** The names that expressions and properties of diagrams can use on this server. */
@Component
public class DiagramVocabulary {

    /**
     * What expressions can use.
     *
     * @param methods of texts, numbers, lists, maps and dates
     */
    public record Expressions(Set<String> names, Set<String> functions, Set<String> methods) {}

    private final Delegates delegates;
    private final TokenMovesRegistry moves;

    DiagramVocabulary(Delegates delegates, TokenMovesRegistry moves) {
        this.delegates = delegates;
        this.moves = moves;
    }

    /** For {@code camunda:delegateExpression}. */
    public List<String> delegates() {
        return delegates.names();
    }

    /** For {@code needs} and {@code fits}. */
    public List<String> rules() {
        return moves.get().rules();
    }

    /** For {@code work}. */
    public List<String> postEndActions() {
        return moves.get().postEndActions();
    }

    public Expressions expressions() {
        return new Expressions(
                new TreeSet<>(DiagramExpressions.NAMES),
                new TreeSet<>(DiagramExpressions.FUNCTIONS),
                ExpressionMethods.names());
    }
}
