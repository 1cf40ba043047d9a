package dev.baton.database;

import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** For queries whose best plan depends on what is looked for, or that count everything: here PostgreSQL plans as it likes. */
@Component
public class Searches {

    private static final String AS_IT_LIKES =
            "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL enable_seqscan = on";

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final boolean postgres;

    Searches(JdbcClient jdbc, DataSource database, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
        this.postgres = Product.of(database) == Product.POSTGRESQL;
    }

    /** In a transaction that is under way it stays as it is: the others in it are not to be planned anew. */
    public <T> T planned(Supplier<T> query) {
        return postgres && !TransactionSynchronizationManager.isActualTransactionActive()
                ? transaction.execute(status -> {
                    jdbc.sql(AS_IT_LIKES).update();
                    return query.get();
                })
                : query.get();
    }
}
