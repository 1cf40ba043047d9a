package dev.baton.database;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Picks what fits the database. */
@Configuration
class DatabaseSettings {

    @Bean
    JdbcTransactionManager transactionManager(DataSource database) {
        return Product.of(database) == Product.H2 ? new GroupCommit(database) : new JdbcTransactionManager(database);
    }
}
