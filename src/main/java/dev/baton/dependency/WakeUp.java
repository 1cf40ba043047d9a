package dev.baton.dependency;

import dev.baton.core.Actor;
import dev.baton.core.BackgroundWork;
import dev.baton.core.Refusal;
import dev.baton.database.DatabaseFailures;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.ArrowWords;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.move.MoveRequest;
import dev.baton.move.TaskMoved;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Unblocks tasks whose last blocker has finished. The blocker's transaction inserts a row into a table of wake-ups; a
 * background thread then moves each dependent in its own transaction, so that a crash loses none.
 */
@Component
class WakeUp implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(WakeUp.class);
    private static final int BATCH_SIZE = 200;

    /** Pause between runs: each costs a query, and most blockers have no dependents. */
    private static final int PAUSE_MILLIS = 10;

    private record PendingWakeUp(long id, String blocker) {}

    private final JdbcClient jdbc;
    private final Dependencies dependencies;
    private final Lifecycles lifecycles;
    private final Ledger ledger;
    private final Tasks tasks;
    private final TransactionRunner transactions;
    private final FinishedBlockers finishedBlockers;
    private final BackgroundWork work = new BackgroundWork("baton-wake-up", this::run);

    WakeUp(
            JdbcClient jdbc,
            Dependencies dependencies,
            Lifecycles lifecycles,
            Ledger ledger,
            Tasks tasks,
            TransactionRunner transactions,
            FinishedBlockers finishedBlockers) {
        this.jdbc = jdbc;
        this.dependencies = dependencies;
        this.lifecycles = lifecycles;
        this.ledger = ledger;
        this.tasks = tasks;
        this.transactions = transactions;
        this.finishedBlockers = finishedBlockers;
    }

    @TransactionalEventListener
    void moved(TaskMoved moved) {
        if (moved.task().satisfied() || isBlocked(moved.task())) {
            runSoon();
        }
    }

    /** Also runs every five seconds, for wake-ups that a crashed server left in the table. */
    @Scheduled(fixedDelayString = "PT5S")
    void runSoon() {
        work.runSoon();
    }

    private void run() {
        try {
            processWakeUps();
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            if (!DatabaseFailures.unavailable(e)) {
                LOG.warn("Could not unblock dependent tasks: {}; trying again within five seconds", e.getMessage());
            }
        }
    }

    private void processWakeUps() {
        Optional<PendingWakeUp> pending = oldest(0);
        while (pending.isPresent()) {
            long id = pending.get().id();
            unblockDependents(pending.get().blocker());
            transactions.inTransaction(() -> jdbc.sql("DELETE FROM dependency_wakeup WHERE id=?")
                    .param(id)
                    .update());
            pending = oldest(id);
        }
    }

    private Optional<PendingWakeUp> oldest(long after) {
        return jdbc.sql("SELECT id, blocker_id FROM dependency_wakeup WHERE id > ? ORDER BY id LIMIT 1")
                .param(after)
                .query((row, i) -> new PendingWakeUp(row.getLong(1), row.getString(2)))
                .optional();
    }

    private void unblockDependents(String blocker) {
        List<String> batch = dependencies.dependents(blocker, "", BATCH_SIZE);
        while (!batch.isEmpty()) {
            batch.forEach(id -> unblockOrAnnounce(id, blocker));
            batch = dependencies.dependents(blocker, batch.get(batch.size() - 1), BATCH_SIZE);
        }
    }

    /** A rule of the diagram may refuse; then the task stays, and people are told. */
    private void unblockOrAnnounce(String id, String blocker) {
        try {
            unblockIfBlocked(id, blocker);
        } catch (Refusal refusal) {
            transactions.inTransaction(() -> ledger.lock(id)
                    .filter(task -> !task.ended())
                    .map(task -> finishedBlockers.announce(task, blocker, dependencies.unmet(id))));
        }
    }

    private void unblockIfBlocked(String id, String blocker) {
        transactions.inTransaction(() -> ledger.lock(id)
                .filter(task -> !task.ended())
                .map(task -> {
                    int unfinished = dependencies.unmet(id);
                    if (!isBlocked(task)) {
                        return finishedBlockers.announce(task, blocker, unfinished);
                    }
                    return unfinished == 0 ? unblock(task, null) : task;
                }));
    }

    /** Whether the task is in a state that the server leaves when all blockers have finished. */
    boolean isBlocked(Task task) {
        return unblockExit(task).isPresent();
    }

    /**
     * Takes the exit that only the server may take.
     *
     * @param onBehalfOf who removed the last blocker; null if it has finished
     */
    Task unblock(Task task, String onBehalfOf) {
        String trigger = unblockExit(task).orElseThrow().trigger();
        return tasks.move(task, new MoveRequest(trigger, null, Json.object(), null, onBehalfOf, null), Actor.SYSTEM);
    }

    /**
     * The exit by which a blocked task continues: with {@code on=blockers-finished} or, in diagrams that do not say it, the one
     * that only the server may take and that needs nothing.
     */
    private Optional<Exit> unblockExit(Task task) {
        if (task.ended()) {
            return Optional.empty();
        }
        Lifecycle lifecycle = lifecycles.of(task.definitionId()).lifecycle();
        boolean explicit = lifecycle.anyWord(ArrowWords::onBlockersFinished);
        return lifecycle.exits(task.state()).stream()
                .filter(exit -> explicit
                        ? lifecycle.words(exit.element()).onBlockersFinished()
                        : exit.requestable()
                                && exit.kind() == Exit.Kind.AUTOMATIC
                                && exit.guard().required().isEmpty())
                .findFirst();
    }

    @Override
    public void destroy() {
        work.stop();
    }
}
