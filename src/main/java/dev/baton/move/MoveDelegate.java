package dev.baton.move;

import dev.baton.engine.token.TokenDelegate;
import dev.baton.engine.token.TokenMove;
import java.util.function.Function;

/**
 * A bean that a diagram calls by its name, such as {@code ${submitWork}}: as a listener on a sequence flow or user task, or
 * as the delegate of a service task.
 */
public interface MoveDelegate extends TokenDelegate {

    /** @throws dev.baton.core.LifecycleError to trigger the error boundary event with that code */
    void execute(Move move);

    /** The move that a delegate is called with. */
    static Move moveOf(TokenMove move) {
        return ((MoveSteps) move).move();
    }

    @Override
    default void run(TokenMove move, Function<String, Object> inputs) {
        execute(moveOf(move));
    }
}
