package dev.baton.testing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every row that a task has in the database, the ledger's and the engine's, to be compared before and after. */
public final class Traces {

    private static final Map<String, String> ENGINE_TABLES = Map.of(
            "ACT_RU_EXECUTION", "PROC_INST_ID_",
            "ACT_RU_TASK", "PROC_INST_ID_",
            "ACT_RU_JOB", "PROCESS_INSTANCE_ID_",
            "ACT_RU_VARIABLE", "PROC_INST_ID_",
            "ACT_RU_EVENT_SUBSCR", "PROC_INST_ID_",
            "ACT_RU_INCIDENT", "PROC_INST_ID_");

    private static final Set<String> OWN = Set.of(
            "id",
            "seq",
            "process_instance_id",
            "wait_id",
            "created_at",
            "updated_at",
            "state_entered_at",
            "task_id",
            "happened_at",
            "event_id",
            "payload");

    private Traces() {}

    public static Map<String, List<Map<String, Object>>> of(Baton baton, String id) {
        Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();
        rows.put("task", rows(baton, "SELECT * FROM task WHERE id=?", id));
        rows.put("task_transition", rows(baton, "SELECT * FROM task_transition WHERE task_id=? ORDER BY step", id));
        rows.put(
                "task_dependency",
                rows(baton, "SELECT * FROM task_dependency WHERE task_id=? ORDER BY blocker_id", id));
        String instance = instance(baton, id);
        ENGINE_TABLES.forEach((table, column) -> rows.put(
                table, rows(baton, "SELECT * FROM " + table + " WHERE " + column + "=? ORDER BY ID_", instance)));
        return rows;
    }

    /**
     * What has to be equal for two tasks that were moved alike through different interfaces: the ledger's rows without ids and
     * times, the history's payloads as JSON, and the number of the engine's rows of each kind.
     */
    public static Map<String, Object> comparable(Baton baton, String id) {
        Map<String, Object> same = new LinkedHashMap<>();
        of(baton, id)
                .forEach((table, rows) -> same.put(
                        table,
                        table.startsWith("ACT_")
                                ? rows.size()
                                : rows.stream().map(Traces::withoutOwn).toList()));
        same.put(
                "payloads",
                baton.history(id).stream().map(step -> step.get("payload")).toList());
        same.put("data", baton.task(id).get("data"));
        return same;
    }

    public static String instance(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT process_instance_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
    }

    private static Map<String, Object> withoutOwn(Map<String, Object> row) {
        Map<String, Object> rest = new LinkedHashMap<>(row);
        rest.keySet().removeIf(column -> OWN.contains(column.toLowerCase(java.util.Locale.ROOT)));
        rest.computeIfPresent("ended_at", (column, time) -> "some time");
        rest.computeIfPresent("ENDED_AT", (column, time) -> "some time");
        rest.remove("data");
        rest.remove("DATA");
        return rest;
    }

    private static List<Map<String, Object>> rows(Baton baton, String sql, String id) {
        return baton.sql().sql(sql).param(id).query().listOfRows();
    }
}
