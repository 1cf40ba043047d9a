package dev.baton.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.OffsetDateTime;
import org.springframework.dao.DataAccessException;

/** Constraints and triggers that also apply to plain SQL. */
class DatabaseRulesTest {

    @OnBothDatabases
    void anUnknownStateIsRefused(Baton baton) {
        String id = Workers.create(baton, "[]");
        assertThatThrownBy(() -> setState(baton, id, "sleeping")).isInstanceOf(DataAccessException.class);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void theStateOfAnEndedTaskCanNotChange(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        assertThatThrownBy(() -> setState(baton, id, "ready"))
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("terminal");
        assertThat(baton.state(id)).isEqualTo("completed");
        baton.sql().sql("UPDATE task SET title='renamed' WHERE id=?").param(id).update();
        assertThat(baton.task(id).get("title").asText()).isEqualTo("renamed");
    }

    @OnBothDatabases
    void updatedAtIsKeptByTheDatabase(Baton baton) {
        String id = Workers.create(baton, "[]");
        OffsetDateTime before = updatedAt(baton, id);
        baton.sql().sql("UPDATE task SET title='other' WHERE id=?").param(id).update();
        assertThat(updatedAt(baton, id)).isAfter(before);
    }

    @OnBothDatabases
    void historyCanNotBeRewritten(Baton baton) {
        String id = Workers.create(baton, "[]");
        assertThatThrownBy(() -> baton.sql()
                        .sql("UPDATE task_transition SET actor='somebody' WHERE task_id=?")
                        .param(id)
                        .update())
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("append-only");
    }

    private static void setState(Baton baton, String id, String state) {
        baton.sql().sql("UPDATE task SET state=? WHERE id=?").params(state, id).update();
    }

    private static OffsetDateTime updatedAt(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT updated_at FROM task WHERE id=?")
                .param(id)
                .query(OffsetDateTime.class)
                .single();
    }
}
