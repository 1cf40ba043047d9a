package dev.baton.claim;

import dev.baton.database.Product;
import dev.baton.task.Ledger;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Picks what fits the database. */
@Configuration
class ClaimSettings {

    @Bean
    WaitingLine waitingLine(DataSource database, Ledger ledger, JdbcClient jdbc) {
        return postgres(database) ? new PostgresLine(ledger) : new H2Line(ledger, jdbc);
    }

    @Bean
    Bell bell(DataSource database) {
        return postgres(database) ? new PostgresBell(database) : new Bell();
    }

    private static boolean postgres(DataSource database) {
        return Product.of(database) == Product.POSTGRESQL;
    }
}
