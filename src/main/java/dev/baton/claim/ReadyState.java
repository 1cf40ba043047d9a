package dev.baton.claim;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.State.LeaseOnEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A state in which tasks of a lifecycle wait for a worker, and the trigger that claims them.
 *
 * @param roles who may claim them; empty for everybody
 * @param topic the topic of an external task; null for other states
 * @param version the first version of the lifecycle with this state and trigger; tasks of earlier ones can't be claimed
 * @param flag tasks have to have this flag; empty if they need none
 */
record ReadyState(
        String lifecycle, String state, String trigger, List<Role> roles, String topic, int version, String flag) {

    /**
     * The condition of a query for the tasks, with {@link #values} as parameters; the condition for attempts differs between
     * the databases.
     */
    static final String CONDITION =
            "lifecycle=? AND state=? AND ended_at IS NULL AND assignee IS NULL AND version>=? AND flags LIKE ?";

    /** No task for a worker who is paused; its parameter is the worker. */
    static final String NOT_PAUSED = " AND NOT EXISTS (SELECT 1 FROM paused_agent WHERE user_id=?)";

    List<Object> values() {
        return List.of(lifecycle, state, version, "%" + flag + "%");
    }

    /** The parameters of a query with {@link #CONDITION} and {@link #NOT_PAUSED}. */
    List<Object> values(String worker) {
        return List.of(lifecycle, state, version, "%" + flag + "%", worker);
    }

    /** False if the actor lacks the groups for every role; other terms depend on the task. */
    boolean mayPermit(Actor actor) {
        return roles.isEmpty()
                || roles.stream()
                        .anyMatch(role -> role.terms().stream()
                                .allMatch(term ->
                                        Role.OF_TASK.contains(term) || Role.field(term) != null || actor.in(term)));
    }

    boolean includes(Task task) {
        return task.state().equals(state)
                && !task.ended()
                && task.attempts() < task.maxAttempts()
                && task.assignee() == null
                && task.version() >= version
                && (flag.isEmpty() || task.flags().contains(flag));
    }

    /** The ready states of the newest version, each with the first version from which on it is there. */
    static List<ReadyState> of(DeployedLifecycle newest, IntFunction<Optional<DeployedLifecycle>> versions) {
        return of(newest.lifecycle()).stream()
                .map(readyState -> {
                    int first = newest.version();
                    while (first > 1
                            && versions.apply(first - 1)
                                    .map(earlier -> of(earlier.lifecycle()).contains(readyState))
                                    .orElse(true)) {
                        first--;
                    }
                    return readyState.since(first);
                })
                .toList();
    }

    /** The states with an arrow that has {@code claim=true}; if none has, with one that gives a lease and asks for nothing. */
    static List<ReadyState> of(Lifecycle lifecycle) {
        List<ReadyState> readyStates = new ArrayList<>();
        boolean explicit = lifecycle.states().stream()
                .filter(state -> state.topic() == null)
                .flatMap(state -> lifecycle.exits(state.name()).stream())
                .anyMatch(exit ->
                        Boolean.TRUE.equals(lifecycle.words(exit.element()).claim()));
        for (State state : lifecycle.states()) {
            lifecycle.exits(state.name()).stream()
                    .filter(exit -> exit.requestable()
                            && exit.guard().required().isEmpty()
                            && isClaim(lifecycle, state, exit, explicit))
                    .findFirst()
                    .ifPresent(exit -> readyStates.add(new ReadyState(
                            lifecycle.key(),
                            state.name(),
                            exit.trigger(),
                            exit.guard().roles(),
                            state.topic(),
                            1,
                            state.lease() == LeaseOnEntry.PAUSE ? Flags.LEASE_LOST : "")));
        }
        return readyStates;
    }

    /** @param explicit whether the diagram says which arrows are claims */
    private static boolean isClaim(Lifecycle lifecycle, State state, Exit exit, boolean explicit) {
        Boolean claim = lifecycle.words(exit.element()).claim();
        return claim != null ? claim : !explicit && lifecycle.givesLease(state.name(), exit);
    }

    private ReadyState since(int firstVersion) {
        return new ReadyState(lifecycle, state, trigger, roles, topic, firstVersion, flag);
    }
}
