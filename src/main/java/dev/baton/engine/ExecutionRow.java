package dev.baton.engine;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;

/**
 * A row of the engine's executions, read along with the task that it belongs to: the engine would ask for it in a trip
 * of its own.
 */
public final class ExecutionRow {

    private final ExecutionEntity execution = new ExecutionEntity();

    private ExecutionRow() {}

    /** From a row with all columns of the executions; their names are like no others. */
    public static ExecutionRow read(ResultSet row) throws SQLException {
        ExecutionRow token = new ExecutionRow();
        token.fill(row);
        return token;
    }

    private void fill(ResultSet row) throws SQLException {
        execution.setId(row.getString("id_"));
        execution.setRevision(row.getInt("rev_"));
        execution.setRootProcessInstanceId(row.getString("root_proc_inst_id_"));
        execution.setProcessInstanceId(row.getString("proc_inst_id_"));
        execution.setBusinessKey(row.getString("business_key_"));
        execution.setProcessDefinitionId(row.getString("proc_def_id_"));
        execution.setActivityId(row.getString("act_id_"));
        execution.setActivityInstanceId(row.getString("act_inst_id_"));
        execution.setActive(row.getBoolean("is_active_"));
        execution.setConcurrent(row.getBoolean("is_concurrent_"));
        execution.setScope(row.getBoolean("is_scope_"));
        execution.setEventScope(row.getBoolean("is_event_scope_"));
        execution.setParentId(row.getString("parent_id_"));
        execution.setSuperExecutionId(row.getString("super_exec_"));
        execution.setSuperCaseExecutionId(row.getString("super_case_exec_"));
        execution.setCaseInstanceId(row.getString("case_inst_id_"));
        execution.setSuspensionState(row.getInt("suspension_state_"));
        execution.setCachedEntityState(row.getInt("cached_ent_state_"));
        execution.setSequenceCounter(row.getLong("sequence_counter_"));
        execution.setTenantId(row.getString("tenant_id_"));
        execution.setProcessDefinitionKey(row.getString("proc_def_key_"));
    }

    ExecutionEntity execution() {
        return execution;
    }
}
