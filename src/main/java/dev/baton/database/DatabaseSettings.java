package dev.baton.database;

import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Picks what fits the database. */
@Configuration
class DatabaseSettings {

    @Bean
    static BeanPostProcessor h2WritesItsFileAtCommits() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return bean instanceof HikariDataSource pool
                                && String.valueOf(pool.getJdbcUrl()).startsWith("jdbc:h2:")
                        ? new GatedDatabase(pool)
                        : bean;
            }
        };
    }
}
