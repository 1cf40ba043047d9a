package dev.baton.move;

import dev.baton.engine.TokenDelegate;
import dev.baton.engine.TokenMove;

/**
 * Work that a diagram has done by a bean of that name: {@code ${submitWork}} on an arrow, in a service task, or when a
 * user task is completed.
 */
public interface MoveDelegate extends TokenDelegate {

    /** @throws dev.baton.core.LifecycleError to take the error boundary event with that code */
    void execute(Move move);

    @Override
    default void run(TokenMove move) {
        execute((Move) move);
    }
}
