package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Migrates running tasks to another version of their lifecycle, each in a transaction of its own. */
@Service
public class Migration {

    private static final Logger LOG = LoggerFactory.getLogger(Migration.class);

    private static final int MAX_LISTED = 100;

    /** A task that could not be migrated. */
    public record NotMigrated(String id, String state, String reason) {}

    public record MigrationResult(int moved, List<NotMigrated> notMoved) {}

    private final JdbcClient jdbc;
    private final Ledger ledger;
    private final ProcessInstances instances;
    private final TransactionRunner transactions;
    private final Edits edits;
    private final Lifecycles lifecycles;

    Migration(
            JdbcClient jdbc,
            Ledger ledger,
            ProcessInstances instances,
            TransactionRunner transactions,
            Edits edits,
            Lifecycles lifecycles) {
        this.lifecycles = lifecycles;
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.instances = instances;
        this.transactions = transactions;
        this.edits = edits;
    }

    /** @param dryRun whether to roll each migration back, to learn which of them would fail and why */
    public MigrationResult migrate(DeployedLifecycle from, DeployedLifecycle to, Actor actor, boolean dryRun) {
        List<String> ids = jdbc.sql("SELECT id FROM task WHERE definition_id=? AND ended_at IS NULL ORDER BY seq")
                .param(from.definitionId())
                .query(String.class)
                .list();
        int moved = 0;
        List<NotMigrated> notMoved = new ArrayList<>();
        for (String id : ids) {
            Task task = ledger.find(id).orElseThrow();
            try {
                moved += transactions.inTransaction(dryRun, () -> migrate(id, from, to, actor)) ? 1 : 0;
            } catch (RuntimeException e) {
                notMoved.add(new NotMigrated(id, task.state(), e.getMessage()));
            }
        }
        if (dryRun) {
            return new MigrationResult(moved, notMoved);
        }
        LOG.info(
                "{} migrated {} tasks of {} from version {} to {}; {} could not be migrated and keep their version",
                actor.id(),
                moved,
                to.key(),
                from.version(),
                to.version(),
                notMoved.size());
        return new MigrationResult(moved, notMoved);
    }

    /** Running tasks that could not be migrated to a lifecycle that is not deployed yet, the first hundred. */
    public List<NotMigrated> notMigratable(Lifecycle to) {
        return jdbc
                .sql("SELECT DISTINCT definition_id, state FROM task WHERE lifecycle=? AND ended_at IS NULL")
                .param(to.key())
                .query((row, number) -> Map.entry(row.getString(1), row.getString(2)))
                .list()
                .stream()
                .filter(group -> !hasSameState(lifecycles.of(group.getKey()), group.getValue(), to))
                .flatMap(group -> running(group.getKey(), group.getValue()).stream())
                .limit(MAX_LISTED)
                .toList();
    }

    private List<NotMigrated> running(String definitionId, String state) {
        return jdbc
                .sql("SELECT id FROM task WHERE definition_id=? AND state=? AND ended_at IS NULL ORDER BY seq LIMIT "
                        + MAX_LISTED)
                .params(definitionId, state)
                .query(String.class)
                .list()
                .stream()
                .map(id -> new NotMigrated(id, state, "the diagram has no state '" + state + "' at the same element"))
                .toList();
    }

    private static boolean hasSameState(DeployedLifecycle from, String state, Lifecycle to) {
        String element = from.lifecycle().state(state).elements().get(0);
        return to.stateAt(element).filter(s -> s.name().equals(state)).isPresent();
    }

    private boolean migrate(String id, DeployedLifecycle from, DeployedLifecycle to, Actor actor) {
        Task task = ledger.lock(id).orElseThrow();
        if (task.ended() || !task.definitionId().equals(from.definitionId())) {
            return false;
        }
        State state = from.lifecycle().state(task.state());
        if (!hasSameState(from, task.state(), to.lifecycle())) {
            throw new IllegalStateException("version " + to.version() + " has no state '" + task.state()
                    + "' at the element '" + state.elements().get(0) + "'");
        }
        instances.migrate(from.definitionId(), to.definitionId(), task.processInstanceId());
        task.migrate(to.definitionId(), to.version());
        if (state.rests() && state.waitsFor() != State.Waits.PERSON) {
            task.waitId(instances.executionAt(state.elements().get(0), task.processInstanceId()));
        }
        if (task.lease() != null) {
            restartLease(task);
        }
        edits.record(task, actor, Json.object().set("version", Edits.change(from.version(), to.version())));
        return true;
    }

    /** A lease timer that already was a job of the engine, even a failed one, is scheduled again for the end of the lease. */
    private void restartLease(Task task) {
        Optional<Instant> due = instances.restartLease(task.waitId());
        if (due.isPresent() && task.timerDueAt() == null) {
            task.timerDueAt(task.leaseExpiresAt());
        } else if (task.timerDueAt() != null) {
            task.renewLease(instances.restartTimer(task.waitId(), task.processInstanceId()));
        }
    }
}
