package dev.baton.engine;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** What has to be in place before the first request: groups, permissions, Tasklist's filters, and the lifecycles of the folder. */
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
