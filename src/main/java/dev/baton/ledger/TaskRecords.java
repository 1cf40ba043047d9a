package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The lists that grow with a task, kept beside its row so that a move neither reads nor rewrites them. */
@Repository
public class TaskRecords {

    /** How many entries of each list a look at the whole task shows. */
    private static final int SHOWN = 100;

    /**
     * The number of the last entry of a list, found at the end of the index: H2 would walk through the whole list for
     * its maximum, and for an order that leaves out the index's first columns.
     */
    static final String LAST = """
            COALESCE((SELECT number FROM task_record WHERE task_id=? AND name=?
              ORDER BY task_id DESC, name DESC, number DESC LIMIT 1), 0)""";

    private record Length(String name, int last) {}

    private final JdbcClient jdbc;

    TaskRecords(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Oldest first, those with a number above {@code after}. */
    public List<TaskRecord> list(String taskId, String name, int after, int limit) {
        return jdbc.sql("""
                        SELECT * FROM task_record WHERE task_id=? AND name=? AND number>?
                        ORDER BY task_id, name, number LIMIT ?""")
                .params(taskId, name, after, limit)
                .query(TaskRecords::record)
                .list();
    }

    public List<TaskRecord> all(String taskId, String name) {
        return list(taskId, name, 0, Integer.MAX_VALUE);
    }

    /** Numbers have no gaps: the last one is the count. */
    public int count(String taskId, String name) {
        return jdbc.sql("SELECT " + LAST)
                .params(taskId, name)
                .query(Integer.class)
                .single();
    }

    public Optional<TaskRecord> last(String taskId, String name) {
        return jdbc.sql("""
                        SELECT * FROM task_record WHERE task_id=? AND name=?
                        ORDER BY task_id DESC, name DESC, number DESC LIMIT 1""").params(taskId, name).query(TaskRecords::record).optional();
    }

    /** The task's data with the newest entries of every list under the list's name. */
    public ObjectNode with(Task task) {
        ObjectNode whole = task.data().deepCopy();
        List<TaskRecord> newest = newest(task.id());
        newest.forEach(record -> whole.putArray(record.name())); // what a creator wrote there is no record
        newest.forEach(record -> ((ArrayNode) whole.get(record.name())).add(view(record)));
        return whole;
    }

    /** An entry as callers see it: its document, and when and by whom it came, whatever the document says. */
    public static ObjectNode view(TaskRecord record) {
        ObjectNode view = record.document() instanceof ObjectNode object
                ? object.deepCopy()
                : Json.object().set("value", record.document());
        return view.put("at", record.at().toString()).put("by", record.by());
    }

    private List<TaskRecord> newest(String taskId) {
        List<Length> lengths = jdbc.sql(
                        "SELECT name, MAX(number) AS last FROM task_record WHERE task_id=? GROUP BY name")
                .param(taskId)
                .query((row, i) -> new Length(row.getString("name"), row.getInt("last")))
                .list();
        if (lengths.isEmpty()) {
            return List.of();
        }
        String list = "SELECT * FROM task_record WHERE task_id=? AND name=? AND number>?";
        List<Object> values = new ArrayList<>();
        for (Length length : lengths) {
            values.addAll(List.of(taskId, length.name(), length.last() - SHOWN));
        }
        return jdbc.sql(String.join(" UNION ALL ", Collections.nCopies(lengths.size(), list))
                        + " ORDER BY name, number")
                .params(values)
                .query(TaskRecords::record)
                .list();
    }

    private static TaskRecord record(ResultSet row, int index) throws SQLException {
        return new TaskRecord(
                row.getString("name"),
                row.getInt("number"),
                Ledger.time(row, "happened_at"),
                row.getString("actor"),
                Json.read(row.getString("document")));
    }
}
