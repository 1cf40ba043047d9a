package dev.baton.claim;

import dev.baton.task.Ledger;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Picks what fits the database. */
@Configuration
class ClaimSettings {

    @Bean
    WaitingLine waitingLine(DataSource database, Ledger ledger, JdbcClient jdbc) throws MetaDataAccessException {
        return postgres(database) ? new PostgresLine(ledger) : new H2Line(ledger, jdbc);
    }

    @Bean
    Bell bell(DataSource database) throws MetaDataAccessException {
        return postgres(database) ? new PostgresBell(database) : new Bell();
    }

    private static boolean postgres(DataSource database) throws MetaDataAccessException {
        String product = JdbcUtils.extractDatabaseMetaData(database, meta -> meta.getDatabaseProductName());
        return DatabaseDriver.fromProductName(product) == DatabaseDriver.POSTGRESQL;
    }
}
