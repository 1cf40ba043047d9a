package dev.baton.ledger;

import dev.baton.core.Actor;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Stores the idempotency keys of requests with the answers that were sent. */
@Repository
public class IdempotencyKeys {

    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyKeys.class);

    /** @param request the fingerprint of the request that used the key */
    public record Answer(String request, int status, String location, String body) {}

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Duration keep;

    IdempotencyKeys(JdbcClient jdbc, Clock clock, @Value("${baton.idempotency.keep}") Duration keep) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.keep = keep;
    }

    public Optional<Answer> find(Actor actor, String key) {
        return jdbc.sql("SELECT request, status, location, answer FROM idempotency_key WHERE actor=? AND idem_key=?")
                .params(actor.id(), key)
                .query((row, i) -> new Answer(row.getString(1), row.getInt(2), row.getString(3), row.getString(4)))
                .optional();
    }

    /** Blocks while another transaction has inserted the same key and not ended yet. */
    public void reserve(Actor actor, String key, String request) {
        jdbc.sql("INSERT INTO idempotency_key (actor, idem_key, request, created_at) VALUES (?,?,?,?)")
                .params(actor.id(), key, request, Ledger.time(clock.instant()))
                .update();
    }

    public void store(Actor actor, String key, Answer answer) {
        jdbc.sql("UPDATE idempotency_key SET status=?, location=?, answer=? WHERE actor=? AND idem_key=?")
                .params(answer.status(), answer.location(), answer.body(), actor.id(), key)
                .update();
    }

    @Scheduled(fixedDelayString = "PT1H")
    @Transactional
    public void deleteOld() {
        int deleted = jdbc.sql("DELETE FROM idempotency_key WHERE created_at < ?")
                .param(Ledger.time(clock.instant().minus(keep)))
                .update();
        if (deleted > 0) {
            LOG.info(
                    "Deleted {} idempotency keys older than {}; requests that repeat them are executed again",
                    deleted,
                    keep);
        }
    }
}
