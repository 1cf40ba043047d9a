package dev.baton.engine;

import java.util.List;
import org.camunda.bpm.engine.impl.cmd.AbstractDeleteProcessDefinitionCmd;
import org.camunda.bpm.engine.impl.cmd.AbstractSetStateCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteDeploymentCmd;
import org.camunda.bpm.engine.impl.cmd.DeployCmd;
import org.camunda.bpm.engine.impl.cmd.ExecuteJobsCmd;
import org.camunda.bpm.engine.impl.cmd.SetJobRetriesCmd;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs who operates the engine in Cockpit or over its REST: deploying, suspending, retrying. Such operations belong to no
 * single task, so no task's history can say it.
 */
final class OperationsLog extends CommandInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsLog.class);

    private static final List<Class<?>> OPERATIONS = List.of(
            DeployCmd.class,
            DeleteDeploymentCmd.class,
            AbstractDeleteProcessDefinitionCmd.class,
            AbstractSetStateCmd.class,
            SetJobRetriesCmd.class,
            ExecuteJobsCmd.class);

    @Override
    public <T> T execute(Command<T> command) {
        T result = next.execute(command);
        if (OPERATIONS.stream().anyMatch(type -> type.isInstance(command)) && EngineCaller.ordered()) {
            LOG.info(
                    "{} operated the engine: {}",
                    Context.getCommandContext().getAuthenticatedUserId(),
                    command.getClass().getSimpleName().replaceFirst("Cmd$", ""));
        }
        return result;
    }
}
