package dev.baton.api;

import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;

/** What the address of a request names does not exist, or is not for the caller. Tasks have their own exception. */
final class NotFound extends RuntimeException {

    NotFound(String message) {
        super(message);
    }

    /** The newest version of a lifecycle that has to exist. */
    static DeployedLifecycle demandLifecycle(Lifecycles lifecycles, String key) {
        return lifecycles.newest(key).orElseThrow(() -> new NotFound("There is no lifecycle '" + key + "'"));
    }
}
