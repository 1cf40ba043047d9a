package dev.baton.database;

import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Whether moves save round trips to PostgreSQL. {@code baton.fast-path=false} turns everything off that is only there to
 * be quick, to find out whether it is to blame for something.
 */
@Component
public class FastPath {

    private final boolean on;

    FastPath(@Value("${baton.fast-path}") boolean wanted, DataSource database) {
        this.on = wanted && Product.of(database) == Product.POSTGRESQL;
    }

    public boolean on() {
        return on;
    }
}
