package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.core.Sha256;
import dev.baton.database.FastPath;
import dev.baton.engine.identity.Account;
import dev.baton.engine.identity.Accounts;
import dev.baton.engine.identity.IdentitiesChanged;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Looks up the user of a token, with the user's current groups. */
@Component
class TokenSignIn {

    /** A valid token and its user. */
    record SignedIn(ApiToken token, Actor actor) {}

    static final String PREFIX = "baton_";

    private static final Pattern TOKEN = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    private static final int MAX_CACHED = 10_000;

    private record Cached(SignedIn signedIn, long at) {}

    /** Replaced on every change, so that a concurrent look-up stores its outdated result in the old map. */
    private volatile Map<String, Cached> cache = new ConcurrentHashMap<>();

    private final TokenRows rows;
    private final TokenUse use;
    private final Accounts accounts;
    private final Clock clock;
    private final FastPath fastPath;

    TokenSignIn(TokenRows rows, TokenUse use, Accounts accounts, Clock clock, FastPath fastPath) {
        this.rows = rows;
        this.use = use;
        this.accounts = accounts;
        this.clock = clock;
        this.fastPath = fastPath;
    }

    /** Empty if the token is unknown or expired, or its user was deleted. */
    Optional<SignedIn> find(String secret) {
        if (!TOKEN.matcher(secret).matches()) {
            return Optional.empty();
        }
        Optional<SignedIn> found =
                lookUp(hash(secret)).filter(known -> known.token().expiresAt().isAfter(clock.instant()));
        found.ifPresent(known -> use.record(known.token().id()));
        return found;
    }

    private Optional<SignedIn> lookUp(String hash) {
        Map<String, Cached> current = cache;
        Cached known = current.get(hash);
        if (known != null && fastPath.isFresh(known.at())) {
            return Optional.of(known.signedIn());
        }
        long now = System.nanoTime();
        Optional<SignedIn> found = rows.find(hash)
                .flatMap(token ->
                        accounts.find(token.user()).map(Account::actor).map(actor -> new SignedIn(token, actor)));
        if (current.size() >= MAX_CACHED) {
            current.clear();
        }
        found.ifPresentOrElse(one -> current.put(hash, new Cached(one, now)), () -> current.remove(hash));
        return found;
    }

    /** Changes made through this server take effect at once. */
    @EventListener
    void changed(IdentitiesChanged change) {
        clearCache();
    }

    void clearCache() {
        cache = new ConcurrentHashMap<>();
    }

    static String hash(String secret) {
        return Sha256.hex(secret);
    }
}
