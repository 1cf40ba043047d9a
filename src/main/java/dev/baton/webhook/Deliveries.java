package dev.baton.webhook;

import dev.baton.database.Product;
import dev.baton.database.TimeColumns;
import dev.baton.event.Event;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table of deliveries. A server that takes one sets the time of its next attempt; if the server dies, another one takes it then.
 * The number of attempts serves as a version: a server whose delivery was taken by another one stores no result.
 */
@Repository
public class Deliveries {

    /** How long a delivery is left to the server that took it, unless that server renews it. */
    static final Duration TAKEN = Duration.ofSeconds(12);

    private static final int MAX_FAILURE = 500;

    /** Earlier deliveries of the same task to the same receiver come first; for mail, to the same person. */
    private static final String DUE = """
            SELECT number FROM webhook_delivery d WHERE webhook_id=? AND status='pending' AND next_attempt_at <= ?
              AND NOT EXISTS (SELECT 1 FROM webhook_delivery e WHERE e.webhook_id = d.webhook_id
                AND e.task_id = d.task_id AND e.recipient = d.recipient AND e.status='pending' AND e.number < d.number)
            ORDER BY number LIMIT ? FOR UPDATE""";

    private final JdbcClient jdbc;
    private final Clock clock;
    private final String due;

    Deliveries(JdbcClient jdbc, Clock clock, DataSource database) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.due = Product.of(database) == Product.POSTGRESQL ? DUE + " SKIP LOCKED" : DUE;
    }

    void queue(Webhook webhook, Event event, String body) {
        insert(webhook, event.number(), event.kind(), event.task(), "", null, body);
    }

    void queue(Webhook webhook, Event event, Notice notice, String recipient, String body) {
        insert(webhook, event.number(), event.kind(), event.task(), recipient, notice, body);
    }

    private long insert(
            Webhook webhook, Long event, String kind, String task, String recipient, Notice notice, String body) {
        KeyHolder number = new GeneratedKeyHolder();
        var now = TimeColumns.value(clock.instant());
        jdbc.sql("""
                        INSERT INTO webhook_delivery
                          (webhook_id, event_number, kind, task_id, recipient, notice, notice_since, body, status, attempts,
                           created_at, next_attempt_at)
                        VALUES (?,?,?,?,?,?,?,?,'pending',0,?,?)""")
                .params(
                        webhook.id(),
                        event,
                        kind,
                        task,
                        recipient,
                        notice == null ? null : notice.kind().name(),
                        notice == null ? null : TimeColumns.value(notice.since()),
                        body,
                        now,
                        now)
                .update(number, "number");
        return number.getKeyAs(Long.class);
    }

    /** Queues a delivery of the kind {@code test}. */
    @Transactional
    Delivery test(Webhook webhook, String recipient, String body) {
        return find(insert(webhook, null, "test", null, recipient, null, body)).orElseThrow();
    }

    /** Who has this notice already, or will get it. */
    Set<String> recipients(Notice notice) {
        return jdbc.sql("SELECT recipient FROM webhook_delivery WHERE task_id=? AND notice=? AND notice_since=?")
                .params(notice.task().id(), notice.kind().name(), TimeColumns.value(notice.since()))
                .query(String.class)
                .set();
    }

    /** The webhooks that have something to deliver now. */
    List<String> dueWebhooks() {
        return jdbc.sql(
                        "SELECT DISTINCT webhook_id FROM webhook_delivery WHERE status='pending' AND next_attempt_at <= ?")
                .param(TimeColumns.value(clock.instant()))
                .query(String.class)
                .list();
    }

    /** Takes deliveries that are due, for this server to send. */
    @Transactional
    List<Delivery> take(String webhook, int limit) {
        Instant now = clock.instant();
        List<Long> numbers = jdbc.sql(due)
                .params(webhook, TimeColumns.value(now), limit)
                .query(Long.class)
                .list();
        return numbers.stream().map(number -> take(number, now)).toList();
    }

    private Delivery take(long number, Instant now) {
        jdbc.sql("""
                        UPDATE webhook_delivery SET attempts = attempts + 1, next_attempt_at=?,
                          first_attempt_at = COALESCE(first_attempt_at, ?) WHERE number=?""")
                .params(TimeColumns.value(now.plus(TAKEN)), TimeColumns.value(now), number)
                .update();
        return find(number).orElseThrow();
    }

    /** Keeps a delivery that is being sent from being taken by another server. */
    @Transactional
    void renew(Delivery taken) {
        jdbc.sql("UPDATE webhook_delivery SET next_attempt_at=? WHERE number=? AND attempts=? AND status='pending'")
                .params(TimeColumns.value(clock.instant().plus(TAKEN)), taken.number(), taken.attempts())
                .update();
    }

    /** @param status of the answer, from 200 to 299 */
    @Transactional
    void delivered(Delivery taken, int status, long millis) {
        finish(taken, Delivery.DELIVERED, taken.nextAttemptAt(), status, millis, null);
    }

    /**
     * Tries again later, with growing pauses, for a day; then the delivery is parked.
     *
     * @param status of the answer; null if there was none
     * @return whether it is parked
     */
    @Transactional
    boolean failed(Delivery taken, Integer status, long millis, String failure) {
        Instant now = clock.instant();
        Instant next = now.plus(RetryPauses.after(Duration.between(taken.firstAttemptAt(), now)));
        boolean parked = next.isAfter(taken.firstAttemptAt().plus(RetryPauses.GIVE_UP_AFTER));
        finish(taken, parked ? Delivery.PARKED : Delivery.PENDING, next, status, millis, failure);
        return parked;
    }

    /** Ends a delivery that nobody needs any more. */
    @Transactional
    void skipped(Delivery taken, String reason) {
        finish(taken, Delivery.SKIPPED, taken.nextAttemptAt(), null, 0, reason);
    }

    private void finish(Delivery taken, String state, Instant next, Integer status, long millis, String failure) {
        String reason =
                failure == null || failure.length() <= MAX_FAILURE ? failure : failure.substring(0, MAX_FAILURE);
        jdbc.sql("""
                        UPDATE webhook_delivery SET status=?, next_attempt_at=?, answered_at=?, answer_status=?, answer_millis=?, failure=?
                        WHERE number=? AND attempts=? AND status='pending'""")
                .params(
                        state,
                        TimeColumns.value(next),
                        TimeColumns.value(clock.instant()),
                        status,
                        (int) millis,
                        reason,
                        taken.number(),
                        taken.attempts())
                .update();
    }

    /** Sends it again, as if for the first time. A server that is sending it now has lost it. */
    @Transactional
    public Optional<Delivery> redeliver(String webhook, long number) {
        jdbc.sql("""
                        UPDATE webhook_delivery SET attempts = CASE status WHEN 'pending' THEN attempts + 1 ELSE attempts END,
                          status='pending', first_attempt_at=NULL, next_attempt_at=?
                        WHERE webhook_id=? AND number=?""")
                .params(TimeColumns.value(clock.instant()), webhook, number)
                .update();
        return find(number).filter(delivery -> delivery.webhook().equals(webhook));
    }

    /**
     * The newest first.
     *
     * @param status null for all
     */
    public List<Delivery> list(String webhook, String status, long before, int limit) {
        return jdbc.sql(
                        "SELECT * FROM webhook_delivery WHERE webhook_id=? AND number < ? AND status=COALESCE(?, status)"
                                + " ORDER BY number DESC LIMIT ?")
                .params(webhook, before, status, limit)
                .query(Deliveries::delivery)
                .list();
    }

    private Optional<Delivery> find(long number) {
        return jdbc.sql("SELECT * FROM webhook_delivery WHERE number=?")
                .param(number)
                .query(Deliveries::delivery)
                .optional();
    }

    /** Deletes old deliveries that wait for nothing. */
    @Transactional
    int deleteOld(Duration keep) {
        return jdbc.sql("DELETE FROM webhook_delivery WHERE created_at < ? AND status <> 'pending'")
                .param(TimeColumns.value(clock.instant().minus(keep)))
                .update();
    }

    private static Delivery delivery(ResultSet row, int index) throws SQLException {
        return new Delivery(
                row.getLong("number"),
                row.getString("webhook_id"),
                row.getObject("event_number", Long.class),
                row.getString("kind"),
                row.getString("task_id"),
                row.getString("recipient"),
                row.getString("notice") == null ? null : Notice.Kind.valueOf(row.getString("notice")),
                TimeColumns.instant(row, "notice_since"),
                row.getString("body"),
                row.getString("status"),
                row.getInt("attempts"),
                TimeColumns.instant(row, "created_at"),
                TimeColumns.instant(row, "first_attempt_at"),
                TimeColumns.instant(row, "next_attempt_at"),
                TimeColumns.instant(row, "answered_at"),
                row.getObject("answer_status", Integer.class),
                row.getObject("answer_millis", Integer.class),
                row.getString("failure"));
    }
}
