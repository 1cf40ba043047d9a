package dev.baton.engine;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Creates groups, permissions and Tasklist's filters, and deploys the folder's lifecycles, before the first request. */
@Component
class EngineStart implements SmartInitializingSingleton {

    private final Identities identities;
    private final TasklistFilters filters;
    private final Lifecycles lifecycles;

    EngineStart(Identities identities, TasklistFilters filters, Lifecycles lifecycles) {
        this.identities = identities;
        this.filters = filters;
        this.lifecycles = lifecycles;
    }

    @Override
    public void afterSingletonsInstantiated() {
        identities.prepare();
        filters.prepare();
        lifecycles.deployFolder();
    }
}
