package dev.baton.ledger;

import dev.baton.engine.LifecycleDeployed;
import java.time.Clock;
import java.util.List;
import org.springframework.context.event.EventListener;
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
        ledger.writeEvents(
                ledger::execute,
                List.of(EventWrites.deployment(deployed.key(), deployed.version(), deployed.by(), clock.instant())));
    }
}
