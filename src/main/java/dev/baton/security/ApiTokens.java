package dev.baton.security;

import dev.baton.core.Actor;
import dev.baton.engine.IdentitiesChanged;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Tokens for agents. Only their hashes are kept, so a token is seen once: when it is made. */
@Repository
public class ApiTokens {

    /** What is known of a token afterwards. */
    public record Known(String id, String user, String name, String createdBy, Instant createdAt) {}

    /** A new token, with the secret that is not to be had again. */
    public record Issued(String id, String user, String name, String token) {

        /** Without the secret, for this may end up in a log. */
        @Override
        public String toString() {
            return "token " + id + " of " + user;
        }
    }

    private static final SecureRandom RANDOM = new SecureRandom();

    /** How long a change made through another server may go unnoticed, and what is kept in memory at the most. */
    private static final long FRESH = Duration.ofSeconds(1).toNanos();

    private static final int MANY = 10_000;

    private record Seen(Actor actor, long at) {

        boolean fresh() {
            return System.nanoTime() - at < FRESH;
        }
    }

    /** Made anew with every change: whoever is still reading puts what they read into the old one. */
    private volatile Map<String, Seen> seen = new ConcurrentHashMap<>();

    private final JdbcClient jdbc;
    private final Clock clock;

    ApiTokens(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    @Transactional
    public Issued issue(String user, String name, String by) {
        byte[] secret = new byte[32];
        RANDOM.nextBytes(secret);
        String token = "baton_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        String id = UUID.randomUUID().toString();
        jdbc.sql("INSERT INTO api_token (id, user_id, name, token_hash, created_by, created_at) VALUES (?,?,?,?,?,?)")
                .params(id, user, name, hash(token), by, clock.instant().atOffset(ZoneOffset.UTC))
                .update();
        return new Issued(id, user, name, token);
    }

    /** Whose token it is, with the groups of the moment; empty for one that is unknown or whose user is gone. */
    Optional<Actor> actor(String token) {
        String hash = hash(token);
        Map<String, Seen> memory = seen;
        Seen known = memory.get(hash);
        if (known != null && known.fresh()) {
            return Optional.of(known.actor());
        }
        long now = System.nanoTime();
        Optional<Actor> actor = read(hash);
        if (memory.size() >= MANY) {
            memory.clear();
        }
        actor.ifPresentOrElse(found -> memory.put(hash, new Seen(found, now)), () -> memory.remove(hash));
        return actor;
    }

    /** Whoever changes users, groups or tokens here sees it at once. */
    @EventListener
    void changed(IdentitiesChanged change) {
        forget();
    }

    private void forget() {
        seen = new ConcurrentHashMap<>();
    }

    private Optional<Actor> read(String hash) {
        String[] user = new String[1];
        Set<String> groups = new HashSet<>();
        jdbc.sql("""
                        SELECT u.id_, m.group_id_ FROM api_token t JOIN act_id_user u ON u.id_ = t.user_id
                        LEFT JOIN act_id_membership m ON m.user_id_ = u.id_ WHERE t.token_hash = ?""").param(hash).query(row -> {
            user[0] = row.getString(1);
            if (row.getString(2) != null) {
                groups.add(row.getString(2));
            }
        });
        return Optional.ofNullable(user[0]).map(id -> Actor.of(id, groups));
    }

    public List<Known> list() {
        return jdbc.sql("SELECT id, user_id, name, created_by, created_at FROM api_token ORDER BY created_at, id")
                .query((row, i) -> new Known(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getObject(5, Timestamp.class).toInstant()))
                .list();
    }

    @Transactional
    public boolean revoke(String id) {
        boolean revoked = jdbc.sql("DELETE FROM api_token WHERE id=?").param(id).update() > 0;
        forget();
        return revoked;
    }

    private static String hash(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
