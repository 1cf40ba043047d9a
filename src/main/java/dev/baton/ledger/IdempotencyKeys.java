package dev.baton.ledger;

import dev.baton.database.TimeColumns;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Stores the idempotency keys of requests with the answers that were sent. The scope of a key is an actor, or a task for
 * the ids of its events.
 */
@Repository
public class IdempotencyKeys {

    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyKeys.class);

    /** @param request the fingerprint of the request that used the key */
    public record Answer(String request, int status, String location, String body) {}

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Duration keep;

    IdempotencyKeys(JdbcClient jdbc, Clock clock, IdempotencySettings settings) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.keep = settings.keep();
    }

    /** The scope for the ids of a task's events; they are kept as long as the task runs. */
    public static String ofTask(String taskId) {
        return "task:" + taskId;
    }

    public Optional<Answer> find(String scope, String key) {
        return jdbc.sql("SELECT request, status, location, answer FROM idempotency_key WHERE actor=? AND idem_key=?")
                .params(scope, key)
                .query((row, i) -> new Answer(row.getString(1), row.getInt(2), row.getString(3), row.getString(4)))
                .optional();
    }

    /** Blocks while another transaction has inserted the same key and not ended yet. */
    public void reserve(String scope, String key, String request) {
        jdbc.sql("INSERT INTO idempotency_key (actor, idem_key, request, created_at) VALUES (?,?,?,?)")
                .params(scope, key, request, TimeColumns.value(clock.instant()))
                .update();
    }

    public void store(String scope, String key, Answer answer) {
        jdbc.sql("UPDATE idempotency_key SET status=?, location=?, answer=? WHERE actor=? AND idem_key=?")
                .params(answer.status(), answer.location(), answer.body(), scope, key)
                .update();
    }

    @Scheduled(fixedDelayString = "PT1H")
    @Transactional
    public void deleteOld() {
        int deleted = jdbc.sql("""
                        DELETE FROM idempotency_key WHERE created_at < ? AND NOT EXISTS (
                          SELECT 1 FROM task WHERE idempotency_key.actor LIKE 'task:%'
                            AND task.id = SUBSTRING(idempotency_key.actor, 6) AND task.ended_at IS NULL)""")
                .param(TimeColumns.value(clock.instant().minus(keep)))
                .update();
        if (deleted > 0) {
            LOG.info(
                    "Deleted {} idempotency keys older than {}; requests that repeat them are executed again",
                    deleted,
                    keep);
        }
    }
}
