package dev.baton.engine;

import org.springframework.stereotype.Component;

/** Connects the engine with those who make moves: they need the engine, so it is built first and finds them here. */
@Component
public class TokenMovesRegistry {

    private volatile TokenMoves moves;

    public void register(TokenMoves made) {
        moves = made;
    }

    TokenMoves get() {
        if (moves == null) {
            throw new IllegalStateException("the engine moves a token before the server has started");
        }
        return moves;
    }
}
