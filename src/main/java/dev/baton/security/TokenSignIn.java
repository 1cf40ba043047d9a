package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.Account;
import dev.baton.engine.Accounts;
import dev.baton.engine.IdentitiesChanged;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Finds out whose token it is, with the groups of the moment. */
@Component
class TokenSignIn {

    /** A valid token and its user. */
    record SignedIn(ApiToken token, Actor actor) {}

    static final String PREFIX = "baton_";

    private static final Pattern TOKEN = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    /** How long a change made through another server may go unnoticed, and what is kept in memory at the most. */
    private static final long FRESH = Duration.ofSeconds(1).toNanos();

    private static final int MANY = 10_000;

    private record Seen(SignedIn signedIn, long at) {

        boolean fresh() {
            return System.nanoTime() - at < FRESH;
        }
    }

    /** Made anew with every change: whoever is still reading puts what they read into the old one. */
    private volatile Map<String, Seen> seen = new ConcurrentHashMap<>();

    private final TokenRows rows;
    private final TokenUse use;
    private final Accounts accounts;
    private final Clock clock;

    TokenSignIn(TokenRows rows, TokenUse use, Accounts accounts, Clock clock) {
        this.rows = rows;
        this.use = use;
        this.accounts = accounts;
        this.clock = clock;
    }

    /** Empty for a token that is unknown or has expired, or whose user is gone. */
    Optional<SignedIn> find(String secret) {
        if (!TOKEN.matcher(secret).matches()) {
            return Optional.empty();
        }
        Optional<SignedIn> found =
                lookUp(hash(secret)).filter(known -> known.token().expiresAt().isAfter(clock.instant()));
        found.ifPresent(known -> use.note(known.token().id()));
        return found;
    }

    private Optional<SignedIn> lookUp(String hash) {
        Map<String, Seen> memory = seen;
        Seen known = memory.get(hash);
        if (known != null && known.fresh()) {
            return Optional.of(known.signedIn());
        }
        long now = System.nanoTime();
        Optional<SignedIn> found = rows.find(hash)
                .flatMap(token ->
                        accounts.find(token.user()).map(Account::actor).map(actor -> new SignedIn(token, actor)));
        if (memory.size() >= MANY) {
            memory.clear();
        }
        found.ifPresentOrElse(one -> memory.put(hash, new Seen(one, now)), () -> memory.remove(hash));
        return found;
    }

    /** Whoever changes users, groups or tokens here sees it at once. */
    @EventListener
    void changed(IdentitiesChanged change) {
        forget();
    }

    void forget() {
        seen = new ConcurrentHashMap<>();
    }

    static String hash(String secret) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
