package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.core.StartupFailure;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Picks what fits the database. */
@Configuration
class DatabaseConfiguration {

    private static final String WRITE_AT_COMMIT = "SET WRITE_DELAY 0";

    @Bean
    PlatformTransactionManager transactionManager(DataSource database) {
        if (Product.of(database) == Product.POSTGRESQL) {
            return new JdbcTransactionManager(database);
        }
        requirePrepared(database);
        return new SerialTransactionManager(database);
    }

    /** A pool takes no settings once it is in use. */
    @Bean
    static BeanPostProcessor h2Pool() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof HikariDataSource pool
                        && String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:h2:")) {
                    OwnerOnlyFiles.prepare(pool.getJdbcUrl());
                    String own = pool.getConnectionInitSql();
                    pool.setConnectionInitSql(own == null ? WRITE_AT_COMMIT : own + ";" + WRITE_AT_COMMIT);
                    pool.setAutoCommit(false); // a statement outside of a transaction could be written among others'
                }
                return bean;
            }
        };
    }

    /** Otherwise a killed server could leave half a transaction behind, which nobody would notice until then. */
    private static void requirePrepared(DataSource h2) {
        if (!(h2 instanceof HikariDataSource pool) || pool.isAutoCommit()) {
            throw new StartupFailure("With H2 the connections have to come from Spring Boot's own pool (HikariCP) and a"
                    + " spring.datasource.url: remove spring.datasource.type and the like, or use PostgreSQL.");
        }
        if (pool.getJdbcUrl().matches("jdbc:h2:(tcp|ssl):.*")) {
            throw new StartupFailure("An H2 database has to be opened by this server itself (jdbc:h2:file:…), not"
                    + " through an H2 server: use PostgreSQL where several processes share a database.");
        }
    }
}
