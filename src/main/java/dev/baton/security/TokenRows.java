package dev.baton.security;

import dev.baton.database.TimeColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The table of API tokens. */
@Repository
class TokenRows {

    private static final String COLUMNS =
            "id, user_id, name, created_by, created_at, expires_at, last_used_at, read_only, lifecycles";

    private final JdbcClient jdbc;

    TokenRows(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Transactional
    void insert(ApiToken token, String hash) {
        jdbc.sql("INSERT INTO api_token (token_hash, " + COLUMNS + ") VALUES (?,?,?,?,?,?,?,?,?,?)")
                .params(
                        hash,
                        token.id(),
                        token.user(),
                        token.name(),
                        token.createdBy(),
                        TimeColumns.value(token.createdAt()),
                        TimeColumns.value(token.expiresAt()),
                        null,
                        token.readOnly(),
                        token.lifecycles() == null ? null : String.join(",", token.lifecycles()))
                .update();
    }

    Optional<ApiToken> find(String hash) {
        return jdbc.sql("SELECT " + COLUMNS + " FROM api_token WHERE token_hash = ?")
                .param(hash)
                .query((row, i) -> token(row))
                .optional();
    }

    Optional<ApiToken> findById(String id) {
        return jdbc.sql("SELECT " + COLUMNS + " FROM api_token WHERE id = ?")
                .param(id)
                .query((row, i) -> token(row))
                .optional();
    }

    List<ApiToken> all() {
        return jdbc.sql("SELECT " + COLUMNS + " FROM api_token ORDER BY created_at, id")
                .query((row, i) -> token(row))
                .list();
    }

    List<ApiToken> of(String user) {
        return jdbc.sql("SELECT " + COLUMNS + " FROM api_token WHERE user_id = ? ORDER BY created_at, id")
                .param(user)
                .query((row, i) -> token(row))
                .list();
    }

    int countValid(String user, Instant now) {
        return jdbc.sql("SELECT COUNT(*) FROM api_token WHERE user_id = ? AND expires_at > ?")
                .params(user, TimeColumns.value(now))
                .query(Integer.class)
                .single();
    }

    @Transactional
    void used(String id, Instant at) {
        jdbc.sql("UPDATE api_token SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)")
                .params(TimeColumns.value(at), id, TimeColumns.value(at))
                .update();
    }

    @Transactional
    boolean delete(String id) {
        return jdbc.sql("DELETE FROM api_token WHERE id = ?").param(id).update() > 0;
    }

    @Transactional
    boolean delete(String id, String user) {
        return jdbc.sql("DELETE FROM api_token WHERE id = ? AND user_id = ?")
                        .params(id, user)
                        .update()
                > 0;
    }

    @Transactional
    void deleteOf(String user) {
        jdbc.sql("DELETE FROM api_token WHERE user_id = ?").param(user).update();
    }

    @Transactional
    void deleteExpiredBefore(Instant time) {
        jdbc.sql("DELETE FROM api_token WHERE expires_at < ?")
                .param(TimeColumns.value(time))
                .update();
    }

    private static ApiToken token(ResultSet row) throws SQLException {
        String lifecycles = row.getString("lifecycles");
        return new ApiToken(
                row.getString("id"),
                row.getString("user_id"),
                row.getString("name"),
                row.getString("created_by"),
                TimeColumns.instant(row, "created_at"),
                TimeColumns.instant(row, "expires_at"),
                TimeColumns.instant(row, "last_used_at"),
                row.getBoolean("read_only"),
                lifecycles == null ? null : List.of(lifecycles.split(",")));
    }
}
