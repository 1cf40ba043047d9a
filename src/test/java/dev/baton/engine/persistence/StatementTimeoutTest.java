package dev.baton.engine.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine's setting for the longest time of a statement also limits what is sent in one round trip. */
@Timeout(120)
class StatementTimeoutTest {

    private static final Actor WORKER = Actor.of("worker-1", Set.of("specialist"));

    @Test
    void theWritesOfAMoveEndWithTheTimeout() throws SQLException {
        Map<String, String> database = Database.POSTGRES.prepared();
        try (Baton baton = Baton.start(
                database, Map.of("camunda.bpm.generic-properties.properties.jdbc-statement-timeout", "2"))) {
            String id = baton.create("work-queue");
            try (Connection other = connect(database)) {
                other.setAutoCommit(false);
                other.createStatement().execute("LOCK TABLE task_transition IN EXCLUSIVE MODE");
                assertThatThrownBy(() -> claim(baton, id)).hasStackTraceContaining("canceling statement");
            }
            assertThat(baton.state(id)).isEqualTo("ready");
            claim(baton, id);
            assertThat(baton.state(id)).isEqualTo("claimed");
        }
    }

    private static void claim(Baton baton, String id) {
        baton.bean(Tasks.class).move(id, MoveRequest.trigger("claim", Json.object()), WORKER, false);
    }

    private static Connection connect(Map<String, String> database) throws SQLException {
        return DriverManager.getConnection(
                database.get("spring.datasource.url"),
                database.get("spring.datasource.username"),
                database.get("spring.datasource.password"));
    }
}
