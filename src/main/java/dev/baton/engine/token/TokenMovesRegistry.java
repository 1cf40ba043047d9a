package dev.baton.engine.token;

import dev.baton.core.Refusal;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Holds the {@link TokenMoves}, which need the engine and so register themselves after it was built. */
@Component
public class TokenMovesRegistry {

    private volatile TokenMoves moves;

    public void register(TokenMoves implementation) {
        moves = implementation;
    }

    public Optional<Refusal> refusal(RuntimeException failure) {
        return moves == null ? Optional.empty() : moves.refusal(failure);
    }

    public TokenMoves get() {
        if (moves == null) {
            throw new IllegalStateException("the engine moves a token before the server has started");
        }
        return moves;
    }
}
