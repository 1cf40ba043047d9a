package dev.baton.claim;

import dev.baton.engine.DeployedLifecycle;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.State.LeaseOnEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A state in which tasks of a lifecycle wait for a worker, and the trigger that claims them.
 *
 * @param version the first version of the lifecycle with this state and trigger; tasks of earlier ones can't be claimed
 * @param flag tasks have to have this flag; empty if they need none
 */
record ReadyState(String lifecycle, String state, String trigger, int version, String flag) {

    /** The condition of a query for the tasks, with {@link #values} as parameters; attempts are up to the database. */
    static final String CONDITION =
            "lifecycle=? AND state=? AND ended_at IS NULL AND assignee IS NULL AND version>=? AND flags LIKE ?";

    /** Leaves nothing for a worker who is paused; its parameter is the worker. */
    static final String NOT_PAUSED = " AND NOT EXISTS (SELECT 1 FROM paused_agent WHERE user_id=?)";

    List<Object> values() {
        return List.of(lifecycle, state, version, "%" + flag + "%");
    }

    /** The parameters of a query with {@link #CONDITION} and {@link #NOT_PAUSED}. */
    List<Object> values(String worker) {
        return List.of(lifecycle, state, version, "%" + flag + "%", worker);
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

    /** The states with an arrow that gives a lease and asks for nothing. */
    static List<ReadyState> of(Lifecycle lifecycle) {
        List<ReadyState> readyStates = new ArrayList<>();
        for (State state : lifecycle.states()) {
            lifecycle.exits(state.name()).stream()
                    .filter(exit -> exit.requestable()
                            && exit.guard().required().isEmpty()
                            && lifecycle.givesLease(state.name(), exit))
                    .findFirst()
                    .ifPresent(exit -> readyStates.add(new ReadyState(
                            lifecycle.key(),
                            state.name(),
                            exit.trigger(),
                            1,
                            state.lease() == LeaseOnEntry.PAUSE ? Flags.LEASE_LOST : "")));
        }
        return readyStates;
    }

    private ReadyState since(int firstVersion) {
        return new ReadyState(lifecycle, state, trigger, firstVersion, flag);
    }
}
