package dev.baton.security;

import dev.baton.engine.Actor;
import dev.baton.engine.EngineClock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
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

    private final JdbcClient jdbc;
    private final EngineClock clock;

    ApiTokens(JdbcClient jdbc, EngineClock clock) {
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

    /** Whose token it is, with the groups of the moment, in one look; empty for one that is unknown or whose user is gone. */
    Optional<Actor> actor(String token) {
        String[] user = new String[1];
        Set<String> groups = new HashSet<>();
        jdbc.sql("""
                        SELECT u.id_, m.group_id_ FROM api_token t JOIN act_id_user u ON u.id_ = t.user_id
                        LEFT JOIN act_id_membership m ON m.user_id_ = u.id_ WHERE t.token_hash = ?""").param(hash(token)).query(row -> {
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
        return jdbc.sql("DELETE FROM api_token WHERE id=?").param(id).update() > 0;
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
