package dev.baton.engine.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Errand;
import dev.baton.testing.Workers;
import java.util.List;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.junit.jupiter.api.Test;

/** On PostgreSQL the executions of a move are read by us instead of by the engine, so nothing of them may be left out. */
class ExecutionRowTest {

    private final Baton baton = Baton.on(Database.POSTGRES);

    @Test
    void everyColumnOfTheEnginesTableIsRead() {
        List<String> columns = baton.sql()
                .sql("SELECT column_name FROM information_schema.columns WHERE table_name = ?")
                .param(ExecutionRow.TABLE)
                .query(String.class)
                .list();
        assertThat(ExecutionRow.columnNames()).containsExactlyInAnyOrderElementsOf(columns);
    }

    @Test
    void theyAreAsTheEngineReadsThem() {
        for (String id :
                List.of(Errand.create(baton).id(), baton.create("governed"), Workers.inProgress(baton, "worker-1"))) {
            List<ExecutionEntity> rows = read(id);
            assertThat(rows).as(id).isNotEmpty();
            rows.forEach(row -> {
                ExecutionEntity execution = byEngine(row.getId());
                assertThat(row).isNotSameAs(execution);
                assertThat(row.getPersistentState()).isEqualTo(execution.getPersistentState());
                assertThat(row.getRevision()).isEqualTo(execution.getRevision());
                assertThat(row.getProcessInstanceId()).isEqualTo(execution.getProcessInstanceId());
                assertThat(row.getProcessDefinitionKey()).isEqualTo(execution.getProcessDefinitionKey());
            });
        }
    }

    private List<ExecutionEntity> read(String id) {
        return baton.sql()
                .sql("SELECT " + ExecutionRow.columns() + " FROM task t " + ExecutionRow.join("t.process_instance_id")
                        + " WHERE t.id=?")
                .param(id)
                .query((row, index) -> ExecutionRow.read(row).execution())
                .list();
    }

    private ExecutionEntity byEngine(String id) {
        return ((ProcessEngineConfigurationImpl) baton.engine().getProcessEngineConfiguration())
                .getCommandExecutorTxRequired()
                .execute(context -> context.getExecutionManager().findExecutionById(id));
    }
}
