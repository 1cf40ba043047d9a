package dev.baton.dependency;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.SqlWrite;
import dev.baton.database.SqlWrites;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.move.ComputedField;
import dev.baton.move.NewTask;
import dev.baton.move.TaskCreationHook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads and writes the dependencies between tasks. */
@Repository
public class Dependencies implements TaskCreationHook, ComputedField {

    /** A blocker as its dependents see it. */
    public record Blocker(String id, String state, boolean satisfied, boolean ended, boolean abandoned) {

        /** Ended in a state that does not unblock its dependents. */
        public boolean failed() {
            return ended && !satisfied;
        }
    }

    private static final String LINK = "INSERT INTO task_dependency (task_id, blocker_id) VALUES (?,?)";
    private static final int BATCH_SIZE = 500;

    private final JdbcClient jdbc;
    private final Ledger ledger;

    Dependencies(JdbcClient jdbc, Ledger ledger) {
        this.jdbc = jdbc;
        this.ledger = ledger;
    }

    /** Locks the blockers until the commit: the wake-up of one that ended before it would be missed. */
    @Override
    public void before(Task task, NewTask newTask) {
        task.unmetBlockers(0);
        task.dependent(!newTask.blockedBy().isEmpty());
        if (newTask.blocks() != null) {
            task.data()
                    .set(
                            "blocks",
                            Json.object()
                                    .put("task", newTask.blocks().task())
                                    .put("reason", newTask.blocks().reason()));
        }
        if (!newTask.blockedBy().isEmpty()) {
            if (newTask.blockedBy().contains(task.id())) {
                throw cycle(task.id(), task.id());
            }
            task.unmetBlockers(unmet(lock(newTask.blockedBy())));
        }
    }

    @Override
    public void after(Task task, NewTask newTask, SqlWrites to) {
        newTask.blockedBy().forEach(blocker -> to.add(new SqlWrite(LINK, List.of(task.id(), blocker))));
        if (newTask.blocks() != null) {
            to.add(new SqlWrite(LINK, List.of(newTask.blocks().task(), task.id())));
        }
    }

    /** How many blockers of a task are unfinished, as {@code ${task.unmetBlockers}}. */
    @Override
    public String name() {
        return "unmetBlockers";
    }

    @Override
    public Object value(Task task) {
        return task.unmetBlockers() != null ? task.unmetBlockers() : unmet(task.id());
    }

    int unmet(String taskId) {
        return jdbc.sql("""
                        SELECT count(*) FROM task_dependency d JOIN task b ON b.id = d.blocker_id
                        WHERE d.task_id = ? AND NOT b.satisfied""").param(taskId).query(Integer.class).single();
    }

    public List<Blocker> blockers(String taskId) {
        return blockers(List.of(taskId)).getOrDefault(taskId, List.of());
    }

    /** The blockers of many tasks at once. */
    public Map<String, List<Blocker>> blockers(Collection<String> taskIds) {
        Map<String, List<Blocker>> blockers = new LinkedHashMap<>();
        if (!taskIds.isEmpty()) {
            jdbc.sql("""
                            SELECT d.task_id, b.id, b.state, b.satisfied, b.ended_at IS NOT NULL, b.abandoned
                            FROM task_dependency d JOIN task b ON b.id = d.blocker_id
                            WHERE d.task_id IN (:tasks) ORDER BY b.seq""").param("tasks", taskIds).query(row -> {
                blockers.computeIfAbsent(row.getString(1), t -> new ArrayList<>())
                        .add(new Blocker(
                                row.getString(2),
                                row.getString(3),
                                row.getBoolean(4),
                                row.getBoolean(5),
                                row.getBoolean(6)));
            });
        }
        return blockers;
    }

    void link(String taskId, String blockerId) {
        jdbc.sql(LINK).params(taskId, blockerId).update();
    }

    /** Has {@link WakeUp} check the dependents of a blocker that has finished already. */
    void scheduleWakeUp(String blockerId) {
        jdbc.sql("INSERT INTO dependency_wakeup (blocker_id) VALUES (?)")
                .param(blockerId)
                .update();
    }

    void linkOnce(String taskId, String blockerId) {
        if (blockers(taskId).stream().noneMatch(b -> b.id().equals(blockerId))) {
            link(taskId, blockerId);
        }
    }

    /** Locks the blockers in order of their ids, to avoid deadlocks, and refuses unknown ids. */
    List<Task> lock(Collection<String> ids) {
        List<Task> blockers = new ArrayList<>();
        List<Fault> unknown = new ArrayList<>();
        for (String id : new TreeSet<>(ids)) {
            ledger.lock(id)
                    .ifPresentOrElse(
                            blockers::add,
                            () -> unknown.add(new Fault("blockedBy", "There is no task '" + id + "' to wait for")));
        }
        if (!unknown.isEmpty()) {
            throw new Refusal(Reason.INVALID, unknown.get(0).message(), unknown);
        }
        return blockers;
    }

    static int unmet(List<Task> blockers) {
        return (int) blockers.stream().filter(b -> !b.satisfied()).count();
    }

    /** Serialises changes of existing tasks: two concurrent ones could create a cycle together. */
    void lockGraph() {
        jdbc.sql("SELECT id FROM dependency_lock FOR UPDATE")
                .query(Integer.class)
                .single();
    }

    void replace(String taskId, Collection<String> blockers) {
        jdbc.sql("DELETE FROM task_dependency WHERE task_id=?").param(taskId).update();
        blockers.forEach(blocker -> link(taskId, blocker));
    }

    /** Refuses if the task would depend on itself through its new blockers. */
    void refuseCycle(String taskId, Collection<String> blockers) {
        Set<String> visited = new HashSet<>();
        List<String> unvisited = new ArrayList<>(blockers);
        while (!unvisited.isEmpty()) {
            List<String> batch = unvisited.subList(0, Math.min(BATCH_SIZE, unvisited.size()));
            if (batch.contains(taskId)) {
                throw cycle(taskId, blockers.iterator().next());
            }
            visited.addAll(batch);
            List<String> next = jdbc.sql("SELECT DISTINCT blocker_id FROM task_dependency WHERE task_id IN (:tasks)")
                    .param("tasks", List.copyOf(batch))
                    .query(String.class)
                    .list();
            batch.clear();
            next.stream()
                    .filter(id -> !visited.contains(id) && !unvisited.contains(id))
                    .forEach(unvisited::add);
        }
    }

    private static Refusal cycle(String taskId, String blocker) {
        return new Refusal(
                Reason.INVALID, "blockedBy", "Task " + taskId + " would wait for itself through '" + blocker + "'");
    }

    List<String> dependents(String blockerId, String after, int limit) {
        return jdbc.sql("""
                        SELECT d.task_id FROM task_dependency d JOIN task t ON t.id = d.task_id
                        WHERE d.blocker_id = ? AND d.task_id > ? AND t.ended_at IS NULL ORDER BY d.task_id LIMIT ?""").params(blockerId, after, limit).query(String.class).list();
    }
}
