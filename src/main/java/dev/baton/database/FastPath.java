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

    /**
     * Put before the first statement of a move: it looks everything up by index, always in the same few ways, while the
     * engine's tables are nearly empty and full of dead rows, which makes PostgreSQL plan anew and read them as a whole. It
     * holds for this transaction only.
     */
    public static final String PLAN_BY_INDEX =
            "SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;\n";

    private final boolean on;

    FastPath(@Value("${baton.fast-path}") boolean wanted, DataSource database) {
        this.on = wanted && Product.of(database) == Product.POSTGRESQL;
    }

    public boolean on() {
        return on;
    }
}
