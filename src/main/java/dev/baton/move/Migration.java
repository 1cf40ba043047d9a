package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.core.Json;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.ProcessInstances;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Moves running tasks to another version of their lifecycle, one by one: what can't move stays where it is. */
@Service
public class Migration {

    private static final Logger LOG = LoggerFactory.getLogger(Migration.class);

    /** A task that stayed behind. */
    public record Left(String id, String state, String reason) {}

    public record Report(int moved, List<Left> notMoved) {}

    private final JdbcClient jdbc;
    private final Ledger ledger;
    private final ProcessInstances tokens;
    private final TransactionRunner work;
    private final Edits edits;

    Migration(JdbcClient jdbc, Ledger ledger, ProcessInstances tokens, TransactionRunner work, Edits edits) {
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.tokens = tokens;
        this.work = work;
        this.edits = edits;
    }

    public Report migrate(DeployedLifecycle from, DeployedLifecycle to, Actor actor) {
        List<String> ids = jdbc.sql("SELECT id FROM task WHERE definition_id=? AND ended_at IS NULL ORDER BY seq")
                .param(from.definitionId())
                .query(String.class)
                .list();
        int moved = 0;
        List<Left> left = new ArrayList<>();
        for (String id : ids) {
            Task task = ledger.find(id).orElseThrow();
            try {
                moved += work.inTransaction(false, () -> migrate(id, from, to, actor)) ? 1 : 0;
            } catch (RuntimeException e) {
                left.add(new Left(id, task.state(), e.getMessage()));
            }
        }
        LOG.info(
                "{} moved {} tasks of {} from version {} to {}; {} stayed behind",
                actor.id(),
                moved,
                to.key(),
                from.version(),
                to.version(),
                left.size());
        return new Report(moved, left);
    }

    private boolean migrate(String id, DeployedLifecycle from, DeployedLifecycle to, Actor actor) {
        Task task = ledger.lock(id).orElseThrow();
        if (task.ended() || !task.definitionId().equals(from.definitionId())) {
            return false;
        }
        State state = from.lifecycle().state(task.state());
        boolean same = to.lifecycle()
                .stateAt(state.elements().get(0))
                .filter(s -> s.name().equals(task.state()))
                .isPresent();
        if (!same) {
            throw new IllegalStateException("version " + to.version() + " has no state '" + task.state()
                    + "' at the element '" + state.elements().get(0) + "'");
        }
        tokens.migrate(from.definitionId(), to.definitionId(), task.processInstanceId());
        task.migrate(to.definitionId(), to.version());
        if (state.waitsFor() == State.Waits.AGENT) {
            task.waitId(tokens.executionAt(state.elements().get(0), task.processInstanceId()));
        }
        if (task.lease() != null) {
            restartLease(task);
        }
        edits.record(task, actor, Json.object().set("version", Edits.change(from.version(), to.version())));
        return true;
    }

    /** A timer that the engine had been told of, perhaps one that failed, is due when the lease says, under the new version. */
    private void restartLease(Task task) {
        Optional<Instant> due = tokens.restartLease(task.waitId());
        if (due.isPresent() && task.timerDueAt() == null) {
            task.timerDueAt(task.leaseExpiresAt());
        } else if (task.timerDueAt() != null) {
            task.renewLease(tokens.restartTimer(task.waitId(), task.processInstanceId()));
        }
    }
}
