package dev.baton.task;

import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/** The move that a delegate is part of. */
@Component
public class CurrentMove {

    private final Moves moves;

    CurrentMove(@Lazy Moves moves) {
        this.moves = moves;
    }

    public Move of(String processInstanceId) {
        return moves.underWay(processInstanceId);
    }
}
