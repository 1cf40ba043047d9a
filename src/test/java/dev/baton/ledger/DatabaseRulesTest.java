package dev.baton.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.OffsetDateTime;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;

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
    void anEndCanNotBeUndoneInTwoSteps(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        for (String step : List.of("terminal=FALSE", "ended_at=NULL", "terminal=FALSE, state='ready', ended_at=NULL")) {
            assertThatThrownBy(() -> update(baton, id, step))
                    .as(step)
                    .isInstanceOf(DataAccessException.class)
                    .hasStackTraceContaining("terminal");
        }
        String abandoned = Workers.create(baton, "[]");
        baton.admin()
                .delete("/api/tasks/" + abandoned, "{\"reason\":\"not needed\"}")
                .expect(204);
        for (String step : List.of("ended_at=NULL", "state='claimed'")) {
            assertThatThrownBy(() -> update(baton, abandoned, step))
                    .as(step)
                    .isInstanceOf(DataAccessException.class)
                    .hasStackTraceContaining("abandoned");
        }
    }

    @OnBothDatabases
    void anEndIsWhatItsLifecycleSays(Baton baton) {
        String id = Workers.create(baton, "[]");
        assertThatThrownBy(() -> update(baton, id, "terminal=TRUE")).isInstanceOf(DataAccessException.class);
        assertThatThrownBy(() -> update(baton, id, "state='completed'")).isInstanceOf(DataAccessException.class);
        assertThat(baton.state(id)).isEqualTo("ready");
    }

    @OnBothDatabases
    void historyGoesByTheCleanupOnly(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        for (String delete : List.of(
                "DELETE FROM task_transition WHERE task_id=?",
                "DELETE FROM task_transition WHERE task_id=? AND step=1",
                "DELETE FROM task WHERE id=?")) {
            assertThatThrownBy(() -> baton.sql().sql(delete).param(id).update())
                    .as(delete)
                    .isInstanceOf(DataAccessException.class)
                    .hasStackTraceContaining("append-only");
        }
        assertThat(baton.history(id)).hasSize(4);
        baton.admin().post("/api/tasks/cleanup", "{\"olderThan\":\"PT0S\"}").expect(200);
        baton.admin().get("/api/tasks/" + id).expect(404);
        String next = Workers.completed(baton, "worker-1");
        assertThatThrownBy(() -> baton.sql()
                        .sql("DELETE FROM task_transition WHERE task_id=?")
                        .param(next)
                        .update())
                .isInstanceOf(DataAccessException.class);
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

    @OnBothDatabases
    void historyBelongsToATask(Baton baton) {
        String id = Workers.create(baton, "[]");
        assertThatThrownBy(() -> baton.sql().sql("""
                                INSERT INTO task_transition (task_id, step, to_state, kind, actor, happened_at, payload, path)
                                SELECT 'no-such-task', 1, to_state, kind, actor, happened_at, payload, path
                                FROM task_transition WHERE task_id=?""").param(id).update())
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    private static void update(Baton baton, String id, String values) {
        baton.sql().sql("UPDATE task SET " + values + " WHERE id=?").param(id).update();
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
