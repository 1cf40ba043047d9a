package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.identity.Accounts;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Checks whether somebody who has signed in with a request would still be let in, for answers that go on for long. */
@Component
public class CallerCheck {

    /**
     * Who has signed in.
     *
     * @param tokenId null for a caller without an API token
     */
    public record Caller(String user, String tokenId) {}

    private final TokenRows tokens;
    private final Accounts accounts;
    private final Clock clock;

    CallerCheck(TokenRows tokens, Accounts accounts, Clock clock) {
        this.tokens = tokens;
        this.accounts = accounts;
        this.clock = clock;
    }

    /** The caller of the current request. */
    public static Caller current(Actor actor) {
        return new Caller(actor.id(), ApiToken.current().map(ApiToken::id).orElse(null));
    }

    /** False once the user was deleted, or the token was revoked or has expired. */
    public boolean isValid(Caller caller) {
        boolean tokenValid = caller.tokenId() == null
                || tokens.findById(caller.tokenId())
                        .filter(token -> token.expiresAt().isAfter(clock.instant()))
                        .isPresent();
        return tokenValid && accounts.find(caller.user()).isPresent();
    }
}
