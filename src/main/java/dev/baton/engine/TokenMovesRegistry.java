package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Connects the engine with those who make moves: they need the engine, so it is built first and finds them here. */
@Component
public class TokenMovesRegistry {

    private volatile TokenMoves moves;

    public void register(TokenMoves made) {
        moves = made;
    }

    Optional<Refusal> refusal(RuntimeException failure) {
        return moves == null ? Optional.empty() : moves.refusal(failure);
    }

    TokenMoves get() {
        if (moves == null) {
            throw new IllegalStateException("the engine moves a token before the server has started");
        }
        return moves;
    }
}
