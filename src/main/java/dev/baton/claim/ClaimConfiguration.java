package dev.baton.claim;

import dev.baton.database.FastPath;
import dev.baton.database.Product;
import dev.baton.ledger.Ledger;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Creates the bean that differs between PostgreSQL and H2. */
@Configuration
class ClaimConfiguration {

    @Bean
    ReadyQueue readyQueue(DataSource database, Ledger ledger, JdbcClient jdbc, FastPath fastPath) {
        return isPostgres(database) ? new PostgresReadyQueue(ledger, jdbc, fastPath) : new H2ReadyQueue(ledger, jdbc);
    }

    private static boolean isPostgres(DataSource database) {
        return Product.of(database) == Product.POSTGRESQL;
    }
}
