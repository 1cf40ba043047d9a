package dev.baton.ledger;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.database.TimeColumns;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Lists of tasks that people have saved: a query under a name. Everybody has their own. */
@Repository
public class SavedViews {

    /** Listing views runs a count for each of them. */
    public static final int MOST = 30;

    public record SavedView(String name, String query, Instant createdAt) {}

    private final JdbcClient jdbc;
    private final Clock clock;

    SavedViews(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** The oldest first. */
    public List<SavedView> of(Actor actor) {
        return jdbc.sql("SELECT name, query, created_at FROM saved_view WHERE user_id = ? ORDER BY created_at, name")
                .param(actor.id())
                .query((row, i) ->
                        new SavedView(row.getString(1), row.getString(2), TimeColumns.instant(row, "created_at")))
                .list();
    }

    /** Saves a view, or changes the query of the one with this name. */
    @Transactional
    public void save(Actor actor, String name, String query) {
        int changed = jdbc.sql("UPDATE saved_view SET query = ? WHERE user_id = ? AND name = ?")
                .params(query, actor.id(), name)
                .update();
        if (changed == 1) {
            return;
        }
        if (of(actor).size() >= MOST) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT,
                    "name",
                    "You have " + MOST + " views, which is the limit: delete one first");
        }
        jdbc.sql("INSERT INTO saved_view (user_id, name, query, created_at) VALUES (?,?,?,?)")
                .params(actor.id(), name, query, TimeColumns.value(clock.instant()))
                .update();
    }

    /** @return whether there was one */
    @Transactional
    public boolean delete(Actor actor, String name) {
        return jdbc.sql("DELETE FROM saved_view WHERE user_id = ? AND name = ?")
                        .params(actor.id(), name)
                        .update()
                == 1;
    }
}
