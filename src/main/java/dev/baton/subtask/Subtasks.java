package dev.baton.subtask;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads the children of tasks. */
@Repository
public class Subtasks {

    /** A child as its parent sees it. */
    public record Child(String id, String state, boolean ended, boolean satisfied) {

        /** Abandoned, or ended in a state without {@code satisfies=true}. */
        boolean failed() {
            return ended && !satisfied;
        }
    }

    private static final String COLUMNS =
            "SELECT parent_id, id, state, ended_at IS NOT NULL AS ended, satisfied FROM task ";

    private final JdbcClient jdbc;

    Subtasks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The children of many tasks at once, oldest first. */
    public Map<String, List<Child>> ofParents(Collection<String> parents) {
        Map<String, List<Child>> children = new LinkedHashMap<>();
        if (!parents.isEmpty()) {
            jdbc.sql(COLUMNS + "WHERE parent_id IN (:parents) ORDER BY seq")
                    .param("parents", parents)
                    .query(row -> {
                        children.computeIfAbsent(row.getString("parent_id"), p -> new ArrayList<>())
                                .add(child(row, 0));
                    });
        }
        return children;
    }

    /** The children that a task got when it entered its state, oldest first. */
    List<Child> ofState(String parent, String state) {
        return jdbc.sql(COLUMNS + """
                        WHERE parent_id = :parent AND parent_step = (
                          SELECT max(step) FROM task_transition
                          WHERE task_id = :parent AND to_state = :state AND kind NOT IN ('edit', 'within'))
                        ORDER BY seq""")
                .param("parent", parent)
                .param("state", state)
                .query(Subtasks::child)
                .list();
    }

    /** The ids of the children that run and that the task got before a history entry. */
    List<String> running(String parent, int beforeStep) {
        return jdbc.sql("SELECT id FROM task WHERE parent_id=? AND parent_step < ? AND ended_at IS NULL ORDER BY id")
                .params(parent, beforeStep)
                .query(String.class)
                .list();
    }

    ObjectNode data(String id) {
        return Json.object(jdbc.sql("SELECT data FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single());
    }

    /** The parent of a task; null if it has none. */
    String parent(String id) {
        return jdbc.sql("SELECT parent_id FROM task WHERE id=? AND parent_id IS NOT NULL")
                .param(id)
                .query(String.class)
                .optional()
                .orElse(null);
    }

    private static Child child(ResultSet row, int index) throws SQLException {
        return new Child(
                row.getString("id"), row.getString("state"), row.getBoolean("ended"), row.getBoolean("satisfied"));
    }
}
