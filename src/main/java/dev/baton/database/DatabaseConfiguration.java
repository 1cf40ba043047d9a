package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.core.StartupFailure;
import java.sql.SQLException;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.flyway.FlywayConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Creates the transaction manager for the configured database and prepares H2's connection pool. */
@Configuration
class DatabaseConfiguration {

    /** URLs of H2 with which several processes can open one database. */
    private static final Pattern SHARED_H2 = Pattern.compile(
            "(?i)jdbc:h2:(tcp|ssl):.*|.*;\\s*(AUTO_SERVER\\s*=\\s*(?!FALSE)|FILE_LOCK\\s*=\\s*(?!FILE)).*");

    /**
     * A server that is paused or cut off in the middle of a transaction holds its row locks until PostgreSQL ends the session. Without this
     * limit that takes as long as TCP does, which can be hours.
     */
    private static final String END_IDLE_TRANSACTIONS = "SET idle_in_transaction_session_timeout = '10s'";

    @Bean
    PlatformTransactionManager transactionManager(DataSource database) {
        if (Product.of(database) == Product.POSTGRESQL) {
            return new JdbcTransactionManager(database);
        }
        requireOwnConnections(database);
        return new SerialTransactionManager(database);
    }

    @Bean
    ServerNotifications serverNotifications(DataSource database, DatabaseSettings settings) {
        return Product.of(database) == Product.POSTGRESQL
                ? new PostgresNotifications(database, new DirectConnections(pool(database), settings))
                : new ServerNotifications();
    }

    @Bean
    FlywayConfigurationCustomizer directConnections(DataSource database, DatabaseSettings settings) {
        return flyway -> {
            if (Product.of(database) == Product.POSTGRESQL) {
                flyway.dataSource(new DirectConnections(pool(database), settings));
            }
        };
    }

    /** A post-processor, because HikariCP is sealed after its first connection. */
    @Bean
    static BeanPostProcessor pool() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof DataSource database && isPool(database) ? prepared(database) : bean;
            }
        };
    }

    static DataSource prepared(DataSource database) {
        HikariDataSource pool = pool(database);
        String url = String.valueOf(pool.getJdbcUrl());
        if (url.startsWith("jdbc:h2:")) {
            OwnerOnlyFiles.prepare(url);
            addInitSql(pool, SerialTransactionManager.WRITE_WHEN_TOLD);
            pool.setAutoCommit(false); // auto-commit would bypass the transaction lock
        } else if (url.startsWith("jdbc:postgresql:")) {
            addInitSql(pool, END_IDLE_TRANSACTIONS);
        }
        return new WatchedDatabase(database, pool);
    }

    private static void addInitSql(HikariDataSource pool, String statement) {
        String configured = pool.getConnectionInitSql();
        pool.setConnectionInitSql(configured == null ? statement : configured + ";" + statement);
    }

    private static boolean isPool(DataSource database) {
        try {
            return database.isWrapperFor(HikariDataSource.class);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HikariDataSource pool(DataSource database) {
        try {
            return database.unwrap(HikariDataSource.class);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Another pool would hand out connections that commit by themselves, and another process would write without the transaction lock:
     * a killed server could leave part of a transaction in the file.
     */
    private static void requireOwnConnections(DataSource h2) {
        if (!isPool(h2) || pool(h2).getJdbcUrl() == null || pool(h2).isAutoCommit()) {
            throw new StartupFailure("With H2 the connections have to come from Spring Boot's own pool (HikariCP) and a"
                    + " spring.datasource.url: remove spring.datasource.type and the like, or use PostgreSQL.");
        }
        if (SHARED_H2.matcher(pool(h2).getJdbcUrl()).matches()) {
            throw new StartupFailure("An H2 database has to be opened by this server alone (jdbc:h2:file:…), neither"
                    + " through an H2 server nor with AUTO_SERVER or FILE_LOCK in spring.datasource.url: use PostgreSQL"
                    + " where several processes share a database.");
        }
    }
}
