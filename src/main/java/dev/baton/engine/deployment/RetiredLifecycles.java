package dev.baton.engine.deployment;

import dev.baton.core.Actor;
import dev.baton.database.TimeColumns;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The lifecycles that take no new tasks. Deploying one again reinstates it. */
@Component
public class RetiredLifecycles {

    public record Retirement(Instant at, String by) {}

    private final JdbcClient jdbc;
    private final Clock clock;

    RetiredLifecycles(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** The first retirement counts. */
    @Transactional
    public Retirement retire(String lifecycle, Actor actor) {
        Optional<Retirement> before = find(lifecycle);
        if (before.isPresent()) {
            return before.get();
        }
        Instant now = clock.instant();
        jdbc.sql("INSERT INTO retired_lifecycle (lifecycle, retired_at, retired_by) VALUES (?,?,?)")
                .params(lifecycle, TimeColumns.value(now), actor.id())
                .update();
        return new Retirement(now, actor.id());
    }

    /** @return whether it was retired */
    @Transactional
    public boolean reinstate(String lifecycle) {
        return jdbc.sql("DELETE FROM retired_lifecycle WHERE lifecycle=?")
                        .param(lifecycle)
                        .update()
                > 0;
    }

    public Optional<Retirement> find(String lifecycle) {
        return Optional.ofNullable(all().get(lifecycle));
    }

    Map<String, Retirement> all() {
        Map<String, Retirement> retired = new TreeMap<>();
        jdbc.sql("SELECT lifecycle, retired_at, retired_by FROM retired_lifecycle")
                .query((row, number) -> retired.put(
                        row.getString("lifecycle"),
                        new Retirement(TimeColumns.instant(row, "retired_at"), row.getString("retired_by"))))
                .list();
        return retired;
    }
}
