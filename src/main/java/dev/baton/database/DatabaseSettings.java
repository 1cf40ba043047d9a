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
                return url.startsWith("jdbc:h2:")
                        ? new GatedDatabase(database)
                        : url.startsWith("jdbc:postgresql:") ? new JoinedDatabase(database) : bean;
            }
        };
    }

    private static String url(DataSource database) {
        try {
            return database.isWrapperFor(HikariDataSource.class)
                    ? String.valueOf(database.unwrap(HikariDataSource.class).getJdbcUrl())
                    : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
