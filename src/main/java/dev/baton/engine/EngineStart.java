package dev.baton.engine;

import dev.baton.engine.deployment.FolderDeployer;
import dev.baton.engine.diagram.LifecycleFolder;
import dev.baton.engine.identity.Identities;
import dev.baton.engine.tasklist.TasklistFilters;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Creates groups, permissions and Tasklist's filters, and deploys the folder's lifecycles, before the first request. */
@Component
class EngineStart implements SmartInitializingSingleton {

    private final Identities identities;
    private final TasklistFilters filters;
    private final LifecycleFolder folder;
    private final FolderDeployer deployer;

    EngineStart(Identities identities, TasklistFilters filters, LifecycleFolder folder, FolderDeployer deployer) {
        this.identities = identities;
        this.filters = filters;
        this.folder = folder;
        this.deployer = deployer;
    }

    @Override
    public void afterSingletonsInstantiated() {
        identities.prepare();
        filters.prepare();
        deployer.deploy(folder.diagrams());
    }
}
