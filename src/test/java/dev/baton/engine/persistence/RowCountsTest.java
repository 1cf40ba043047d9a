package dev.baton.engine.persistence;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;

/** A write of the engine that changes no row is a conflict, also if it is sent together with others. */
@AlsoWithoutFastPath
class RowCountsTest {

    @OnBothDatabases
    void anExecutionThatAnotherTransactionHasChangedIsAConflict(Baton baton) {
        String instance = Traces.instance(baton, baton.create("work-queue"));
        var engine = (ProcessEngineConfigurationImpl) baton.engine().getProcessEngineConfiguration();
        assertThatThrownBy(() -> engine.getCommandExecutorTxRequired().execute(context -> {
                    ExecutionEntity execution = context.getExecutionManager().findExecutionById(instance);
                    baton.sql()
                            .sql("UPDATE act_ru_execution SET rev_ = rev_ + 1 WHERE id_ = ?")
                            .param(instance)
                            .update();
                    execution.setEventScope(!execution.isEventScope());
                    return null;
                }))
                .isInstanceOf(OptimisticLockingException.class);
    }
}
