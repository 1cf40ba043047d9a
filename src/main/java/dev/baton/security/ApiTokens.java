package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.StartupFailure;
import dev.baton.engine.UserCreatedOrDeleted;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Issues, lists and revokes API tokens. Only their hashes are kept, so a token is seen once: when it is issued. */
@Service
public class ApiTokens {

    /**
     * What a new token is to be.
     *
     * @param expiresIn null for the default
     * @param lifecycles null for all
     */
    public record Wish(String user, String name, Duration expiresIn, boolean readOnly, List<String> lifecycles) {}

    /** A new token, with the secret that is not to be had again. */
    public record Issued(ApiToken token, String secret) {

        /** Without the secret, for this may end up in a log. */
        @Override
        public String toString() {
            return "token " + token.id() + " of " + token.user();
        }
    }

    /** Valid tokens of one user; whoever has so many has forgotten most of them. */
    private static final int MANY = 100;

    private static final Duration KEEP_EXPIRED = Duration.ofDays(30);

    private static final Duration LONGEST_SETTING = Duration.ofDays(36_500);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final TokenRows rows;
    private final TokenUse use;
    private final TokenSignIn signIn;
    private final Clock clock;
    private final Duration usual;
    private final Duration longest;

    ApiTokens(
            TokenRows rows,
            TokenUse use,
            TokenSignIn signIn,
            Clock clock,
            @Value("${baton.tokens.expire-after}") Duration usual,
            @Value("${baton.tokens.longest}") Duration longest) {
        if (longest.compareTo(Duration.ZERO) <= 0 || longest.compareTo(LONGEST_SETTING) > 0) {
            throw new StartupFailure("The setting baton.tokens.longest can't be '" + longest
                    + "'; it has to be a duration such as P366D, up to a hundred years.");
        }
        if (usual.compareTo(Duration.ZERO) <= 0 || usual.compareTo(longest) > 0) {
            throw new StartupFailure("The setting baton.tokens.expire-after can't be '" + usual
                    + "'; it has to be a duration such as P90D, up to baton.tokens.longest (" + longest + ").");
        }
        this.rows = rows;
        this.use = use;
        this.signIn = signIn;
        this.clock = clock;
        this.usual = usual;
        this.longest = longest;
    }

    @Transactional
    public Issued issue(Wish wish, Actor by) {
        Instant now = clock.instant();
        Instant expiresAt = expiry(wish.expiresIn(), now);
        rows.deleteExpiredBefore(now.minus(KEEP_EXPIRED));
        if (rows.countValid(wish.user(), now) >= MANY) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT,
                    "user",
                    "'" + wish.user() + "' has " + MANY + " tokens already: revoke some of them first");
        }
        byte[] random = new byte[32];
        RANDOM.nextBytes(random);
        String secret =
                TokenSignIn.PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        ApiToken token = new ApiToken(
                UUID.randomUUID().toString(),
                wish.user(),
                wish.name(),
                by.id(),
                now,
                expiresAt,
                null,
                wish.readOnly(),
                wish.lifecycles());
        rows.insert(token, TokenSignIn.hash(secret));
        return new Issued(token, secret);
    }

    /** A token that is issued with a token does not outlive it: otherwise a stolen one could renew itself for ever. */
    private Instant expiry(Duration wished, Instant now) {
        Instant end = ApiToken.current().map(ApiToken::expiresAt).orElse(Instant.MAX);
        if (wished == null) {
            Instant expiry = now.plus(usual);
            return expiry.isAfter(end) ? end : expiry;
        }
        if (wished.compareTo(Duration.ZERO) <= 0 || wished.compareTo(longest) > 0) {
            throw refusal("A token is valid for more than no time and at most " + longest + " (baton.tokens.longest)");
        }
        if (now.plus(wished).isAfter(end)) {
            throw refusal("A token that is issued with a token can't be valid longer than that, until " + end);
        }
        return now.plus(wished);
    }

    private static Refusal refusal(String message) {
        return new Refusal(Refusal.Reason.INVALID, "expiresIn", message);
    }

    /** One's own; for admins, all. */
    public List<ApiToken> list(Actor actor) {
        List<ApiToken> found = actor.in(Groups.ADMIN) ? rows.all() : rows.of(actor.id());
        return found.stream().map(use::complete).toList();
    }

    /** @return whether there was one that this actor may revoke */
    public boolean revoke(String id, Actor actor) {
        boolean revoked = actor.in(Groups.ADMIN) ? rows.delete(id) : rows.delete(id, actor.id());
        signIn.forget();
        return revoked;
    }

    /** Also when a user is created: one who was deleted past this server may have left tokens behind. */
    @EventListener
    void removeWith(UserCreatedOrDeleted change) {
        rows.deleteOf(change.user());
    }
}
