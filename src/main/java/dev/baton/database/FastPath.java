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

    private final boolean on;

    FastPath(@Value("${baton.fast-path}") boolean enabled, DataSource database) {
        this.on = enabled && Product.of(database) == Product.POSTGRESQL;
    }

    public boolean on() {
        return on;
    }
}
