package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Tokens that were issued by a version without expiry. */
class TokensOfOlderDatabasesTest {

    @ParameterizedTest
    @EnumSource(Database.class)
    void theyGoOnForTheUsualTime(Database database) throws Exception {
        Map<String, String> settings = database.prepared();
        String secret = "baton_" + "0".repeat(43);
        asBeforeTheMigration(
                JdbcClient.create(new DriverManagerDataSource(
                        settings.get("spring.datasource.url"),
                        settings.get("spring.datasource.username"),
                        settings.get("spring.datasource.password"))),
                secret);
        try (Baton baton = Baton.start(settings, Map.of("spring.flyway.out-of-order", "true"))) {
            JsonNode token =
                    baton.as("admin").get("/api/tokens").expect(200).json().get(0);
            assertThat(token).as("kept").isNotNull();
            assertThat(Instant.parse(token.get("expiresAt").asText()))
                    .isCloseTo(Instant.now().plus(Duration.ofDays(90)), within(1, ChronoUnit.HOURS));
            assertThat(token.get("readOnly").asBoolean()).isFalse();
            assertThat(token.get("lifecycles").isNull()).isTrue();
            baton.withToken(secret).get("/api/tasks?limit=1").expect(200);
        }
    }

    private static void asBeforeTheMigration(JdbcClient jdbc, String secret) throws Exception {
        for (String sql : List.of(
                "DELETE FROM \"flyway_schema_history\" WHERE \"version\" = '7'",
                "DROP INDEX api_token_user",
                "ALTER TABLE api_token DROP COLUMN expires_at",
                "ALTER TABLE api_token DROP COLUMN last_used_at",
                "ALTER TABLE api_token DROP COLUMN read_only",
                "ALTER TABLE api_token DROP COLUMN lifecycles")) {
            jdbc.sql(sql).update();
        }
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
        jdbc.sql("INSERT INTO api_token (id, user_id, name, token_hash, created_by, created_at)"
                        + " VALUES ('old', 'worker-1', 'old', ?, 'admin', CURRENT_TIMESTAMP)")
                .param(HexFormat.of().formatHex(hash))
                .update();
    }
}
