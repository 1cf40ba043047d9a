package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.engine.identity.UserCreatedOrDeleted;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Issues, lists and revokes API tokens. Only hashes are stored, so the secret is shown once, when it is issued. */
@Service
public class ApiTokens {

    /**
     * The properties of a token to issue.
     *
     * @param expiresIn null for the default
     * @param lifecycles null for all
     */
    public record NewToken(String user, String name, Duration expiresIn, boolean readOnly, List<String> lifecycles) {}

    /** A new token and its secret, which is not stored. */
    public record Issued(ApiToken token, String secret) {

        /** Leaves out the secret, because the text may be logged. */
        @Override
        public String toString() {
            return "token " + token.id() + " of " + token.user();
        }
    }

    /** Valid tokens of one user. */
    private static final int MAX_TOKENS = 100;

    private static final Duration KEEP_EXPIRED = Duration.ofDays(30);

    private static final int SECRET_BYTES = 32;

    private final TokenRows rows;
    private final TokenUse use;
    private final TokenSignIn signIn;
    private final Clock clock;
    private final TokenSettings settings;

    ApiTokens(TokenRows rows, TokenUse use, TokenSignIn signIn, Clock clock, TokenSettings settings) {
        this.rows = rows;
        this.use = use;
        this.signIn = signIn;
        this.clock = clock;
        this.settings = settings;
    }

    @Transactional
    public Issued issue(NewToken request, Actor by) {
        Instant now = clock.instant();
        Instant expiresAt = expiry(request.expiresIn(), now);
        rows.deleteExpiredBefore(now.minus(KEEP_EXPIRED));
        if (rows.countValid(request.user(), now) >= MAX_TOKENS) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT,
                    "user",
                    "'" + request.user() + "' has " + MAX_TOKENS + " tokens already: revoke some of them first");
        }
        String secret = TokenSignIn.PREFIX + Secrets.random(SECRET_BYTES);
        ApiToken token = new ApiToken(
                UUID.randomUUID().toString(),
                request.user(),
                request.name(),
                by.id(),
                now,
                expiresAt,
                null,
                request.readOnly(),
                request.lifecycles());
        rows.insert(token, TokenSignIn.hash(secret));
        return new Issued(token, secret);
    }

    /** A token that is issued with a token expires no later than that one: a stolen token can't renew itself. */
    private Instant expiry(Duration requested, Instant now) {
        Instant latest = ApiToken.current().map(ApiToken::expiresAt).orElse(Instant.MAX);
        if (requested == null) {
            Instant expiry = now.plus(settings.expireAfter());
            return expiry.isAfter(latest) ? latest : expiry;
        }
        if (requested.compareTo(Duration.ZERO) <= 0 || requested.compareTo(settings.longest()) > 0) {
            throw refusal("A token is valid for more than no time and at most " + settings.longest()
                    + " (baton.tokens.longest)");
        }
        if (now.plus(requested).isAfter(latest)) {
            throw refusal("A token that is issued with a token can't be valid longer than that, until " + latest);
        }
        return now.plus(requested);
    }

    private static Refusal refusal(String message) {
        return new Refusal(Refusal.Reason.INVALID, "expiresIn", message);
    }

    /** The actor's own tokens; for admins, all. */
    public List<ApiToken> list(Actor actor) {
        List<ApiToken> found = actor.in(Groups.ADMIN) ? rows.all() : rows.of(actor.id());
        return found.stream().map(use::withLastUse).toList();
    }

    /** @return whether there was such a token that the actor may revoke */
    public boolean revoke(String id, Actor actor) {
        boolean revoked = actor.in(Groups.ADMIN) ? rows.delete(id) : rows.delete(id, actor.id());
        signIn.clearCache();
        return revoked;
    }

    /** Also when a user is created: an earlier user of that name may have been deleted directly in the database. */
    @EventListener
    void deleteTokens(UserCreatedOrDeleted change) {
        rows.deleteOf(change.user());
    }
}
