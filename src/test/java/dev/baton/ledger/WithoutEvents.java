package dev.baton.ledger;

import dev.baton.database.FastPath;
import dev.baton.database.SqlWrites;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A ledger that writes no events, to measure what they cost. */
@TestConfiguration
public class WithoutEvents {

    @Bean
    @Primary
    Ledger ledgerWithoutEvents(
            JdbcClient jdbc, JdbcTemplate template, FastPath fastPath, ApplicationEventPublisher events, Clock clock) {
        return new Ledger(jdbc, template, fastPath, events, clock) {
            @Override
            void writeEvents(SqlWrites to, List<EventRow> rows) {
                // nothing is written
            }
        };
    }
}
