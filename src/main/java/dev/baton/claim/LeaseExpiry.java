package dev.baton.claim;

import dev.baton.database.DatabaseFailures;
import dev.baton.database.TimeColumns;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.move.TransactionRunner;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Finds expired leases and creates their timer jobs in the engine, which then executes the timer event of the state. Where a
 * person has a due date and the diagram no timer, nothing would be executed: the task is marked as overdue.
 */
@Component
public class LeaseExpiry {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseExpiry.class);
    private static final int BATCH_SIZE = 100;
    private static final Duration RETRY_DELAY = Duration.ofSeconds(10);

    private final JdbcClient jdbc;
    private final Ledger ledger;
    private final ProcessInstances instances;
    private final TransactionRunner transactions;
    private final Clock clock;
    private final boolean firesTimers;
    private boolean failing;

    LeaseExpiry(
            JdbcClient jdbc,
            Ledger ledger,
            ProcessInstances instances,
            TransactionRunner transactions,
            Clock clock,
            JobExecutionSettings jobs) {
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.instances = instances;
        this.transactions = transactions;
        this.clock = clock;
        this.firesTimers = jobs.enabled();
    }

    @Scheduled(fixedDelayString = "PT0.25S")
    void poll() {
        if (!firesTimers) {
            return;
        }
        try {
            createDueTimers();
            failing = false;
        } catch (RuntimeException e) {
            if (!failing && !DatabaseFailures.unavailable(e)) {
                LOG.warn("Could not read expired leases: {}; trying again until it works", e.getMessage());
            }
            failing = true;
        }
    }

    /** Uses one transaction for each task, so that a failure or a row lock affects only that one. */
    public void createDueTimers() {
        List<String> due;
        do {
            due = jdbc.sql("SELECT id FROM task WHERE timer_due_at <= ? ORDER BY timer_due_at LIMIT " + BATCH_SIZE)
                    .param(TimeColumns.value(clock.instant()))
                    .query(String.class)
                    .list();
            due.forEach(this::createTimer);
        } while (due.size() == BATCH_SIZE);
    }

    private void createTimer(String id) {
        try {
            ifDue(id, task -> {
                if (task.lease() == null) {
                    checkDueDate(task);
                } else {
                    instances.handOverTimer(task.waitId(), task.timerDueAt());
                    task.timerDueAt(null);
                }
            });
        } catch (RuntimeException e) {
            if (DatabaseFailures.unavailable(e)) {
                throw e; // it is due again as soon as the database is back
            }
            LOG.warn(
                    "The lease or due date of task {} has passed, but this could not be handled; trying again in ten"
                            + " seconds",
                    id,
                    e);
            ifDue(id, task -> task.timerDueAt(clock.instant().plus(RETRY_DELAY)));
        }
    }

    /** The user task that was due may be completed, and the next of its state due later. */
    private void checkDueDate(Task task) {
        Instant due = instances.dueAt(task.processInstanceId()).orElse(null);
        boolean overdue = due != null && !due.isAfter(clock.instant());
        if (overdue) {
            task.flags().add(Flags.OVERDUE);
        }
        task.timerDueAt(overdue ? null : due);
    }

    /** Checks again under the row lock, because another server, a heartbeat or a move may have changed it. */
    private void ifDue(String id, Consumer<Task> action) {
        transactions.inTransaction(() -> ledger.lock(id)
                .filter(task -> task.timerDueAt() != null && !task.timerDueAt().isAfter(clock.instant()))
                .map(task -> {
                    action.accept(task);
                    ledger.update(task);
                    return task;
                }));
    }
}
