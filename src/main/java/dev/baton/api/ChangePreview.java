package dev.baton.api;

import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.move.Migration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Compares a lifecycle that is not deployed with the version in use. */
@Component
class ChangePreview {

    private final Lifecycles lifecycles;
    private final Migration migration;

    ChangePreview(Lifecycles lifecycles, Migration migration) {
        this.lifecycles = lifecycles;
        this.migration = migration;
    }

    LifecycleChanges of(Lifecycle drawn) {
        Optional<DeployedLifecycle> inUse = lifecycles.newest(drawn.key());
        Set<String> before = inUse.map(d -> states(d.lifecycle())).orElse(Set.of());
        Set<LifecycleChanges.ChangedTransition> stepsBefore =
                inUse.map(d -> steps(d.lifecycle())).orElse(Set.of());
        return new LifecycleChanges(
                drawn.key(),
                inUse.map(DeployedLifecycle::version).orElse(null),
                without(states(drawn), before),
                without(before, states(drawn)),
                List.copyOf(without(steps(drawn), stepsBefore)),
                List.copyOf(without(stepsBefore, steps(drawn))),
                inUse.isEmpty() ? List.of() : migration.notMigratable(drawn));
    }

    private static Set<String> states(Lifecycle lifecycle) {
        return lifecycle.states().stream().map(State::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<LifecycleChanges.ChangedTransition> steps(Lifecycle lifecycle) {
        return lifecycle.transitions().stream()
                .map(t -> new LifecycleChanges.ChangedTransition(t.from(), t.to(), t.trigger()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static <T> Set<T> without(Set<T> all, Set<T> others) {
        Set<T> rest = new LinkedHashSet<>(all);
        rest.removeAll(others);
        return rest;
    }
}
