package dev.baton.agent;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.database.TimeColumns;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Agents that get no work from claims. What they hold already stays theirs. */
@Repository
public class PausedAgents {

    public record Pause(
            String user, String by, Instant at, @Nullable String reason) {}

    private static final Logger LOG = LoggerFactory.getLogger(PausedAgents.class);

    private final JdbcClient jdbc;
    private final Clock clock;

    PausedAgents(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    public List<Pause> all() {
        return jdbc.sql("SELECT user_id, paused_by, paused_at, reason FROM paused_agent ORDER BY user_id")
                .query((row, i) -> new Pause(
                        row.getString(1), row.getString(2), TimeColumns.instant(row, "paused_at"), row.getString(4)))
                .list();
    }

    public boolean isPaused(String user) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM paused_agent WHERE user_id = ?)")
                .param(user)
                .query(Boolean.class)
                .single();
    }

    /** Pauses somebody; a second time only the reason changes. */
    @Transactional
    public void pause(String user, String reason, Actor actor) {
        refuseOthers(actor);
        jdbc.sql("DELETE FROM paused_agent WHERE user_id = ?").param(user).update();
        jdbc.sql("INSERT INTO paused_agent (user_id, paused_by, paused_at, reason) VALUES (?,?,?,?)")
                .params(user, actor.id(), TimeColumns.value(clock.instant()), reason)
                .update();
        LOG.info("{} paused {}: it gets no more work from claims", actor.id(), user);
    }

    @Transactional
    public void resume(String user, Actor actor) {
        refuseOthers(actor);
        jdbc.sql("DELETE FROM paused_agent WHERE user_id = ?").param(user).update();
        LOG.info("{} resumed {}", actor.id(), user);
    }

    private static void refuseOthers(Actor actor) {
        if (!actor.supervises()) {
            throw new Refusal(Refusal.Reason.FORBIDDEN, "actor", "Only lead, human and admin pause and resume agents");
        }
    }
}
