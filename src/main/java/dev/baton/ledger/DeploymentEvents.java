package dev.baton.ledger;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.LifecycleDeployed;
import java.time.Clock;
import java.util.List;
import org.springframework.context.event.EventListener;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/** Writes an event for every deployed version of a lifecycle, in the transaction of the deployment. */
@Component
class DeploymentEvents {

    private final Ledger ledger;
    private final Clock clock;

    DeploymentEvents(Ledger ledger, Clock clock) {
        this.ledger = ledger;
        this.clock = clock;
    }

    @EventListener
    void deployed(LifecycleDeployed deployed) {
        String by = deployed.by() == null ? caller() : deployed.by();
        ledger.writeEvents(
                ledger::execute,
                List.of(EventWrites.deployment(deployed.key(), deployed.version(), by, clock.instant())));
    }

    /** The engine knows the callers of its own API only; for Baton's API the server deploys. */
    private static String caller() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return caller != null && caller.getPrincipal() instanceof Actor actor ? actor.id() : Actor.SYSTEM.id();
    }
}
