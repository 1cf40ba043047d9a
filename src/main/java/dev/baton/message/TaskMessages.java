package dev.baton.message;

import dev.baton.database.SqlWrite;
import dev.baton.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table of messages that are still to be delivered. */
@Repository
public class TaskMessages {

    private static final String INSERT = """
            INSERT INTO task_message (kind, task_id, sender, trigger_name, payload, on_behalf_of, hops) VALUES (?,?,?,?,?,?,?)""";

    private final JdbcClient jdbc;

    TaskMessages(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public static SqlWrite insert(TaskMessage message) {
        return new SqlWrite(
                INSERT,
                List.of(
                        message.kind(),
                        message.taskId(),
                        message.sender(),
                        new SqlParameterValue(Types.VARCHAR, message.trigger()),
                        Json.text(message.payload()),
                        new SqlParameterValue(Types.VARCHAR, message.onBehalfOf()),
                        message.hops()));
    }

    public void add(TaskMessage message) {
        SqlWrite write = insert(message);
        jdbc.sql(write.sql()).params(write.values()).update();
    }

    /** The oldest message behind another one; it locks nothing. */
    Optional<Long> next(long after) {
        return jdbc.sql("SELECT id FROM task_message WHERE id > ? ORDER BY id LIMIT 1")
                .param(after)
                .query(Long.class)
                .optional();
    }

    /** Empty if another server has delivered it. */
    Optional<TaskMessage> lock(long id) {
        return jdbc.sql("SELECT * FROM task_message WHERE id = ? FOR UPDATE")
                .param(id)
                .query(TaskMessages::read)
                .optional();
    }

    private static TaskMessage read(ResultSet row, int index) throws SQLException {
        return new TaskMessage(
                row.getLong("id"),
                row.getString("kind"),
                row.getString("task_id"),
                row.getString("sender"),
                row.getString("trigger_name"),
                Json.object(row.getString("payload")),
                row.getString("on_behalf_of"),
                row.getInt("hops"));
    }

    void delete(long id) {
        jdbc.sql("DELETE FROM task_message WHERE id = ?").param(id).update();
    }

    /** How often the delivery has failed, this time included. */
    int countFailure(long id) {
        jdbc.sql("UPDATE task_message SET attempts = attempts + 1 WHERE id = ?")
                .param(id)
                .update();
        return jdbc.sql("SELECT attempts FROM task_message WHERE id = ?")
                .param(id)
                .query(Integer.class)
                .optional()
                .orElse(0);
    }
}
