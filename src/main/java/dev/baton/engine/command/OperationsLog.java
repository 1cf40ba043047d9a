package dev.baton.engine.command;

import java.util.List;
import org.camunda.bpm.engine.impl.cmd.AbstractDeleteProcessDefinitionCmd;
import org.camunda.bpm.engine.impl.cmd.AbstractSetStateCmd;
import org.camunda.bpm.engine.impl.cmd.CreateIncidentCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteDeploymentCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteProcessDefinitionsByIdsCmd;
import org.camunda.bpm.engine.impl.cmd.DeployCmd;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.cmd.ResolveIncidentCmd;
import org.camunda.bpm.engine.impl.cmd.SetJobDefinitionPriorityCmd;
import org.camunda.bpm.engine.impl.cmd.SetJobPriorityCmd;
import org.camunda.bpm.engine.impl.cmd.SetJobRetriesCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the caller of operations in Cockpit or over the engine's REST: deploying, suspending, retrying. They belong to no single
 * task, so no task's history has them.
 */
final class OperationsLog extends CommandInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsLog.class);

    private static final List<Class<?>> OPERATIONS = List.of(
            DeployCmd.class,
            DeleteDeploymentCmd.class,
            AbstractDeleteProcessDefinitionCmd.class,
            DeleteProcessDefinitionsByIdsCmd.class,
            AbstractSetStateCmd.class,
            SetJobRetriesCmd.class,
            SetJobPriorityCmd.class,
            SetJobDefinitionPriorityCmd.class,
            CreateIncidentCmd.class,
            ResolveIncidentCmd.class,
            ExecuteJobsCmd.class);

    static boolean logs(Command<?> command) {
        return OPERATIONS.stream().anyMatch(type -> type.isInstance(command));
    }

    @Override
    public <T> T execute(Command<T> command) {
        T result = next.execute(command);
        if (logs(command) && EngineCaller.issuedCommand()) {
            LOG.info(
                    "{} operated the engine: {}",
                    Context.getCommandContext().getAuthenticatedUserId(),
                    command.getClass().getSimpleName().replaceFirst("Cmd$", ""));
        }
        return result;
    }
}
