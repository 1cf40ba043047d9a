package dev.baton.claim;

import dev.baton.database.Product;
import dev.baton.ledger.Ledger;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Picks what fits the database. */
@Configuration
class ClaimConfiguration {

    @Bean
    ReadyQueue waitingLine(DataSource database, Ledger ledger, JdbcClient jdbc) {
        return postgres(database) ? new PostgresReadyQueue(ledger) : new H2ReadyQueue(ledger, jdbc);
    }

    @Bean
    WorkAvailableSignal bell(DataSource database) {
        return postgres(database) ? new PostgresWorkAvailableSignal(database) : new WorkAvailableSignal();
    }

    private static boolean postgres(DataSource database) {
        return Product.of(database) == Product.POSTGRESQL;
    }
}
