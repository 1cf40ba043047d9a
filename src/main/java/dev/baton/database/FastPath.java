package dev.baton.database;

import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Whether the optimisations for PostgreSQL are on. {@code baton.fast-path=false} turns all of them off, for instance to
 * rule them out as the cause of a problem.
 */
@Component
public class FastPath {

    /**
     * Planner settings for the transaction of a move, which reads by index only. The engine's runtime tables are small and
     * full of dead rows, so PostgreSQL would otherwise replan often and choose sequential scans.
     */
    public static final String PLAN_BY_INDEX =
            "SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;\n";

    private final boolean on;

    FastPath(@Value("${baton.fast-path}") boolean enabled, DataSource database) {
        this.on = enabled && Product.of(database) == Product.POSTGRESQL;
    }

    public boolean on() {
        return on;
    }
}
