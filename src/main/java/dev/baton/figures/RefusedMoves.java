package dev.baton.figures;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.move.MoveRefused;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.lang.Nullable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Counts refused moves by day. The sums are written every few seconds, so that a refusal costs no write. */
@Component
public class RefusedMoves {

    /** @param trigger null if the lifecycle has no such trigger */
    public record RefusalCount(@Nullable String trigger, Reason reason, long count) {}

    private record Key(LocalDate day, String lifecycle, String trigger, Reason reason) {}

    private static final String UNKNOWN = "";

    private final Map<Key, Long> pending = new ConcurrentHashMap<>();
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final Lifecycles lifecycles;
    private final Clock clock;

    RefusedMoves(JdbcClient jdbc, PlatformTransactionManager transactions, Lifecycles lifecycles, Clock clock) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.lifecycles = lifecycles;
        this.clock = clock;
    }

    @EventListener
    void count(MoveRefused refused) {
        Refusal.Attempt attempt = refused.refusal().attempt();
        if (attempt != null) {
            LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
            String trigger = isTrigger(attempt) ? attempt.wanted() : UNKNOWN;
            pending.merge(
                    new Key(
                            today,
                            attempt.lifecycle(),
                            trigger,
                            refused.refusal().reason()),
                    1L,
                    Long::sum);
        }
    }

    /** Callers can send any text as a trigger; only the names in the diagram are kept. */
    private boolean isTrigger(Refusal.Attempt attempt) {
        return attempt.wanted() != null
                && lifecycles
                        .newest(attempt.lifecycle())
                        .filter(deployed -> deployed.lifecycle().transitions().stream()
                                .anyMatch(transition -> attempt.wanted().equals(transition.trigger())))
                        .isPresent();
    }

    /** The refused moves of a lifecycle since that day, the most frequent first. */
    List<RefusalCount> since(LocalDate day, String lifecycle) {
        Map<String, RefusalCount> sums = new TreeMap<>();
        jdbc.sql("""
                        SELECT trigger_name, reason, SUM(refusals) FROM refusal_count
                        WHERE refused_on >= ? AND lifecycle = ? GROUP BY trigger_name, reason""").params(day, lifecycle).query(row -> {
            add(sums, row.getString(1), Reason.valueOf(row.getString(2)), row.getLong(3));
        });
        pending.forEach((key, count) -> {
            if (key.lifecycle().equals(lifecycle) && !key.day().isBefore(day)) {
                add(sums, key.trigger(), key.reason(), count);
            }
        });
        return sums.values().stream()
                .sorted((a, b) -> Long.compare(b.count(), a.count()))
                .toList();
    }

    private static void add(Map<String, RefusalCount> sums, String trigger, Reason reason, long count) {
        RefusalCount added = new RefusalCount(trigger.equals(UNKNOWN) ? null : trigger, reason, count);
        sums.merge(
                trigger + " " + reason,
                added,
                (a, b) -> new RefusalCount(a.trigger(), a.reason(), a.count() + b.count()));
    }

    /** A sum that can't be written now is written later. */
    @Scheduled(fixedDelayString = "PT10S", initialDelayString = "PT10S")
    void write() {
        for (Key key : pending.keySet()) {
            Long count = pending.remove(key);
            if (count != null) {
                try {
                    write(key, count);
                } catch (RuntimeException e) {
                    pending.merge(key, count, Long::sum);
                    throw e;
                }
            }
        }
    }

    private void write(Key key, long count) {
        try {
            transaction.executeWithoutResult(status -> {
                if (!added(key, count)) {
                    insert(key, count);
                }
            });
        } catch (DuplicateKeyException e) { // another server has just inserted the row
            transaction.executeWithoutResult(status -> added(key, count));
        }
    }

    private void insert(Key key, long count) {
        jdbc.sql("""
                        INSERT INTO refusal_count (refused_on, lifecycle, trigger_name, reason, refusals)
                        VALUES (?,?,?,?,?)""")
                .params(key.day(), key.lifecycle(), key.trigger(), key.reason().name(), count)
                .update();
    }

    private boolean added(Key key, long count) {
        return jdbc.sql("""
                        UPDATE refusal_count SET refusals = refusals + ?
                        WHERE refused_on = ? AND lifecycle = ? AND trigger_name = ? AND reason = ?""")
                        .params(
                                count,
                                key.day(),
                                key.lifecycle(),
                                key.trigger(),
                                key.reason().name())
                        .update()
                == 1;
    }
}
