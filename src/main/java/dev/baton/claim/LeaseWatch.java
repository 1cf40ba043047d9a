package dev.baton.claim;

import dev.baton.database.DatabaseFailures;
import dev.baton.engine.EngineClock;
import dev.baton.engine.Tokens;
import dev.baton.task.Ledger;
import dev.baton.task.Task;
import dev.baton.task.Work;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Looks for leases that have run out and tells the engine, which fires the timer on the state as the diagram says. */
@Component
public class LeaseWatch {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
    private static final int PAGE = 100;
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final JdbcClient jdbc;
    private final Ledger ledger;
    private final Tokens tokens;
    private final Work work;
    private final EngineClock clock;
    private final boolean timersFire;
    private boolean failing;

    LeaseWatch(
            JdbcClient jdbc,
            Ledger ledger,
            Tokens tokens,
            Work work,
            EngineClock clock,
            @Value("${camunda.bpm.job-execution.enabled:true}") boolean timersFire) {
        this.jdbc = jdbc;
        this.ledger = ledger;
        this.tokens = tokens;
        this.work = work;
        this.clock = clock;
        this.timersFire = timersFire;
    }

    @Scheduled(fixedDelayString = "PT0.25S")
    void look() {
        if (!timersFire) {
            return;
        }
        try {
            tellEngine();
            failing = false;
        } catch (RuntimeException e) {
            if (!failing && !DatabaseFailures.unavailable(e)) {
                LOG.warn(
                        "Could not look for leases that have run out: {}; trying again until it works", e.getMessage());
            }
            failing = true;
        }
    }

    /** One transaction for each, so that none has to wait for another. */
    public void tellEngine() {
        List<String> due;
        do {
            due = jdbc.sql("SELECT id FROM task WHERE timer_due_at <= ? ORDER BY timer_due_at LIMIT " + PAGE)
                    .param(Ledger.time(clock.instant()))
                    .query(String.class)
                    .list();
            due.forEach(this::tellEngine);
        } while (due.size() == PAGE);
    }

    private void tellEngine(String id) {
        try {
            ifDue(id, task -> {
                tokens.handOverTimer(task.waitId(), task.timerDueAt());
                task.timerDueAt(null);
            });
        } catch (RuntimeException e) {
            LOG.warn("The lease on task {} has run out, but its timer can't fire; trying again in a minute", id, e);
            ifDue(id, task -> task.timerDueAt(clock.instant().plus(PAUSE)));
        }
    }

    /** Another server, a heartbeat or a move may have been faster. */
    private void ifDue(String id, Consumer<Task> action) {
        work.inTransaction(
                false,
                () -> ledger.lock(id)
                        .filter(task ->
                                task.timerDueAt() != null && !task.timerDueAt().isAfter(clock.instant()))
                        .map(task -> {
                            action.accept(task);
                            ledger.update(task);
                            return task;
                        }));
    }
}
