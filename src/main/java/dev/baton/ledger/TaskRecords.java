package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the records of tasks. They have a table of their own, so that a move neither reads nor rewrites them. */
@Repository
public class TaskRecords {

    /**
     * The number of the last record of a name. Ordered by all columns of the index, because H2 would scan all records for
     * {@code MAX(number)} or for an order that leaves out the first columns.
     */
    static final String LAST_NUMBER = """
            COALESCE((SELECT number FROM task_record WHERE task_id=? AND name=?
              ORDER BY task_id DESC, name DESC, number DESC LIMIT 1), 0)""";

    private record Length(String name, int last) {}

    private final JdbcClient jdbc;

    TaskRecords(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The records with a number above {@code after}, oldest first. */
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

    /** Numbers have no gaps, so the last number is the count. */
    public int count(String taskId, String name) {
        return jdbc.sql("SELECT " + LAST_NUMBER)
                .params(taskId, name)
                .query(Integer.class)
                .single();
    }

    public Optional<TaskRecord> last(String taskId, String name) {
        return jdbc.sql("""
                        SELECT * FROM task_record WHERE task_id=? AND name=?
                        ORDER BY task_id DESC, name DESC, number DESC LIMIT 1""").params(taskId, name).query(TaskRecords::record).optional();
    }

    /**
     * The task's data with the newest records of each name under that name.
     *
     * @param most how many of each name
     * @param without names that are left out
     * @param visible which of them the caller may see
     */
    public ObjectNode dataWithRecords(Task task, int most, Set<String> without, Predicate<TaskRecord> visible) {
        ObjectNode data = task.data().deepCopy();
        List<TaskRecord> newest =
                newest(task.id(), most, without).stream().filter(visible).toList();
        newest.forEach(record -> data.putArray(record.name())); // replaces data that the creator put under that name
        newest.forEach(record -> ((ArrayNode) data.get(record.name())).add(view(record)));
        return data;
    }

    /** A record as callers see it; {@code at} and {@code by} override fields of that name in the document. */
    public static ObjectNode view(TaskRecord record) {
        ObjectNode view = record.document() instanceof ObjectNode object
                ? object.deepCopy()
                : Json.object().set("value", record.document());
        return view.put("at", record.at().toString()).put("by", record.by());
    }

    private List<TaskRecord> newest(String taskId, int most, Set<String> without) {
        List<Length> lengths = jdbc
                .sql("SELECT name, MAX(number) AS last FROM task_record WHERE task_id=? GROUP BY name")
                .param(taskId)
                .query((row, i) -> new Length(row.getString("name"), row.getInt("last")))
                .list()
                .stream()
                .filter(length -> !without.contains(length.name()))
                .toList();
        if (lengths.isEmpty()) {
            return List.of();
        }
        String list = "SELECT * FROM task_record WHERE task_id=? AND name=? AND number>?";
        List<Object> values = new ArrayList<>();
        for (Length length : lengths) {
            values.addAll(List.of(taskId, length.name(), length.last() - most));
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
                TimeColumns.instant(row, "happened_at"),
                row.getString("actor"),
                Json.read(row.getString("document")));
    }
}
