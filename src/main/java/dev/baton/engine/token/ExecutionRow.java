package dev.baton.engine.token;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;

/**
 * A row of the engine's executions, read along with the task that it belongs to: the engine would ask for it in a round
 * trip of its own.
 */
public final class ExecutionRow {

    static final String TABLE = "act_ru_execution";

    private interface Field {

        void read(ResultSet row, String column, ExecutionEntity to) throws SQLException;
    }

    /** Every column of the table: the engine would write a row back without what is missing here. */
    private static final Map<String, Field> FIELDS = new LinkedHashMap<>();

    static {
        text("id_", ExecutionEntity::setId);
        number("rev_", ExecutionEntity::setRevision);
        text("root_proc_inst_id_", ExecutionEntity::setRootProcessInstanceId);
        text("proc_inst_id_", ExecutionEntity::setProcessInstanceId);
        text("business_key_", ExecutionEntity::setBusinessKey);
        text("proc_def_id_", ExecutionEntity::setProcessDefinitionId);
        text("act_id_", ExecutionEntity::setActivityId);
        text("act_inst_id_", ExecutionEntity::setActivityInstanceId);
        flag("is_active_", ExecutionEntity::setActive);
        flag("is_concurrent_", ExecutionEntity::setConcurrent);
        flag("is_scope_", ExecutionEntity::setScope);
        flag("is_event_scope_", ExecutionEntity::setEventScope);
        text("parent_id_", ExecutionEntity::setParentId);
        text("super_exec_", ExecutionEntity::setSuperExecutionId);
        text("super_case_exec_", ExecutionEntity::setSuperCaseExecutionId);
        text("case_inst_id_", ExecutionEntity::setCaseInstanceId);
        number("suspension_state_", ExecutionEntity::setSuspensionState);
        number("cached_ent_state_", ExecutionEntity::setCachedEntityState);
        FIELDS.put("sequence_counter_", (row, column, to) -> to.setSequenceCounter(row.getLong(column)));
        text("tenant_id_", ExecutionEntity::setTenantId);
        text("proc_def_key_", ExecutionEntity::setProcessDefinitionKey);
    }

    private final ExecutionEntity execution;

    private ExecutionRow(ExecutionEntity execution) {
        this.execution = execution;
    }

    private static void text(String column, BiConsumer<ExecutionEntity, String> setter) {
        FIELDS.put(column, (row, name, to) -> setter.accept(to, row.getString(name)));
    }

    private static void number(String column, BiConsumer<ExecutionEntity, Integer> setter) {
        FIELDS.put(column, (row, name, to) -> setter.accept(to, row.getInt(name)));
    }

    private static void flag(String column, BiConsumer<ExecutionEntity, Boolean> setter) {
        FIELDS.put(column, (row, name, to) -> setter.accept(to, row.getBoolean(name)));
    }

    static Set<String> columnNames() {
        return Collections.unmodifiableSet(FIELDS.keySet());
    }

    /** What a query that {@link #join joins} the executions has to select. */
    public static String columns() {
        return FIELDS.keySet().stream().map(column -> "e." + column).collect(Collectors.joining(", "));
    }

    /** @param processInstance the column of the query's other table that has the id of the process instance */
    public static String join(String processInstance) {
        return "JOIN " + TABLE + " e ON e.proc_inst_id_ = " + processInstance;
    }

    public static ExecutionRow read(ResultSet row) throws SQLException {
        ExecutionEntity execution = new ExecutionEntity();
        for (Map.Entry<String, Field> field : FIELDS.entrySet()) {
            field.getValue().read(row, field.getKey(), execution);
        }
        return new ExecutionRow(execution);
    }

    public ExecutionEntity execution() {
        return execution;
    }
}
