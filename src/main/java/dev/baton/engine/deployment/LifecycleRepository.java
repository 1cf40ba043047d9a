package dev.baton.engine.deployment;

import org.camunda.bpm.engine.impl.RepositoryServiceImpl;
import org.camunda.bpm.engine.impl.repository.DeploymentBuilderImpl;
import org.camunda.bpm.engine.repository.DeploymentWithDefinitions;

/** The engine's repository service, which gives no new version to a diagram that has not changed. */
public final class LifecycleRepository extends RepositoryServiceImpl {

    @Override
    public DeploymentWithDefinitions deployWithResult(DeploymentBuilderImpl builder) {
        return commandExecutor.execute(new DeployChanges(builder));
    }
}
