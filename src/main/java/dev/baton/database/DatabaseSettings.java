package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Picks what fits the database. */
@Configuration
class DatabaseSettings {

    @Bean
    static BeanPostProcessor databaseAsItNeedsToBe() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (!(bean instanceof DataSource database)) {
                    return bean;
                }
                String url = url(database);
                if (url.startsWith("jdbc:postgresql:")) {
                    planOnce(database);
                    return new JoinedDatabase(new WatchedDatabase(pool(database)));
                }
                if (url.startsWith("jdbc:h2:")) {
                    OwnerOnlyFiles.prepare(url);
                    return new GatedDatabase(new WatchedDatabase(pool(database)));
                }
                return bean;
            }
        };
    }

    /**
     * Everything that is done often is looked up by an index, always in the same few ways. PostgreSQL would plan anew each
     * time, and read the engine's tables from end to end once it has seen them nearly empty, as a queue's tables are. What has to be
     * read so all the same seems so dear to it then that it would compile machine code first, for longer than it reads.
     */
    private static void planOnce(DataSource postgres) {
        HikariDataSource pool = pool(postgres);
        if (pool.getConnectionInitSql() == null) {
            pool.setConnectionInitSql(
                    "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off");
        }
    }

    private static HikariDataSource pool(DataSource database) {
        try {
            return database.unwrap(HikariDataSource.class);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String url(DataSource database) {
        try {
            return database.isWrapperFor(HikariDataSource.class)
                    ? String.valueOf(pool(database).getJdbcUrl())
                    : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
