package dev.baton.figures;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Repository;

/** Reads what agents do from the ledger: always a bounded number of the newest rows, found by index. */
@Repository
public class AgentActivity {

    /** Figures are about at most so many steps and runs, however long ago the first of them was. */
    public static final int NEWEST = 5_000;

    /** Enough for the page of agents; the list of tasks has the rest. */
    private static final int MOST_HELD = 1_000;

    /**
     * @param heartbeatAt null if the holder has sent none
     */
    public record HeldTask(
            String user,
            String task,
            String title,
            String lifecycle,
            String state,
            int leaseEpoch,
            @Nullable Instant leaseExpiresAt,
            @Nullable Instant claimedAt,
            @Nullable Instant heartbeatAt,
            @Nullable String note) {}

    /** @param count how many steps the figures are about, from {@code firstAt} to {@code lastAt} */
    public record Steps(String user, long count, Instant firstAt, Instant lastAt, long done, long failed) {}

    public record Spent(String user, String lifecycle, Instant at, BigDecimal costUsd, boolean failed) {}

    private final JdbcClient jdbc;

    AgentActivity(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The tasks that somebody holds, those whose lease ends first in front. */
    public List<HeldTask> held() {
        return jdbc.sql("""
                        SELECT assignee, id, title, lifecycle, state, lease_epoch, lease_expires_at, claimed_at, data
                        FROM task WHERE lease_expires_at > ? AND ended_at IS NULL AND NOT removed AND assignee IS NOT NULL
                        ORDER BY lease_expires_at LIMIT ?""")
                .params(TimeColumns.value(Instant.EPOCH), MOST_HELD)
                .query((row, i) -> {
                    JsonNode beat = Json.read(row.getString("data")).path("heartbeat");
                    return new HeldTask(
                            row.getString("assignee"),
                            row.getString("id"),
                            row.getString("title"),
                            row.getString("lifecycle"),
                            row.getString("state"),
                            row.getInt("lease_epoch"),
                            TimeColumns.instant(row, "lease_expires_at"),
                            TimeColumns.instant(row, "claimed_at"),
                            beat.hasNonNull("at") ? Instant.parse(beat.get("at").asText()) : null,
                            beat.path("note").asText(null));
                })
                .list();
    }

    /** Since when the figures are complete: later than asked for if there were more steps than are read. */
    public static Instant since(Instant asked, Collection<Steps> steps) {
        boolean all = steps.stream().mapToLong(Steps::count).sum() < NEWEST;
        return all
                ? asked
                : steps.stream().map(Steps::firstAt).min(Instant::compareTo).orElse(asked);
    }

    /**
     * What each actor did since then: how many tasks ended well by a step of theirs, and how many did not. Reads only the tasks
     * whose state may be terminal.
     */
    public List<Steps> steps(Instant since) {
        return jdbc.sql("""
                        SELECT actor, COUNT(*) AS steps, MIN(happened_at) AS first_at, MAX(happened_at) AS last_at,
                          SUM(CASE WHEN ended_well THEN 1 ELSE 0 END) AS done,
                          SUM(CASE WHEN NOT ended_well THEN 1 ELSE 0 END) AS failed
                        FROM (SELECT t.actor, t.happened_at,
                                CASE WHEN t.from_state IS DISTINCT FROM t.to_state
                                  AND t.to_state IN (SELECT state FROM lifecycle_state WHERE terminal)
                                THEN (SELECT k.satisfied FROM task k WHERE k.id = t.task_id AND k.terminal AND k.state = t.to_state)
                                END AS ended_well
                              FROM task_transition t WHERE t.happened_at > ? ORDER BY t.happened_at DESC LIMIT ?) newest
                        GROUP BY actor""")
                .params(TimeColumns.value(since), NEWEST)
                .query((row, i) -> new Steps(
                        row.getString("actor"),
                        row.getLong("steps"),
                        TimeColumns.instant(row, "first_at"),
                        TimeColumns.instant(row, "last_at"),
                        row.getLong("done"),
                        row.getLong("failed")))
                .list();
    }

    /** The reported runs since then, the newest first. */
    public List<Spent> spent(Instant since) {
        return jdbc.sql("""
                        SELECT actor, (SELECT lifecycle FROM task WHERE id = task_id) AS lifecycle, happened_at, document
                        FROM task_record WHERE name = 'runs' AND happened_at > ? ORDER BY happened_at DESC LIMIT ?""")
                .params(TimeColumns.value(since), NEWEST)
                .query((row, i) -> {
                    JsonNode run = Json.read(row.getString("document"));
                    return new Spent(
                            row.getString("actor"),
                            row.getString("lifecycle"),
                            TimeColumns.instant(row, "happened_at"),
                            run.path("costUsd").decimalValue(),
                            run.path("outcome").asText().equals("failed"));
                })
                .list();
    }
}
