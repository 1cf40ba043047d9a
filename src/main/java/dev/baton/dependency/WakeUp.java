package dev.baton.dependency;

import dev.baton.core.Actor;
import dev.baton.core.Json;
import dev.baton.engine.Lifecycles;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.move.MoveRequest;
import dev.baton.move.TaskMoved;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Lets tasks go on whose last blocker is done. The blocker's own transaction leaves word in a table; from there each
 * dependent is moved in a transaction of its own, however many there are, and a crash in between loses none.
 */
@Component
class WakeUp implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(WakeUp.class);
    private static final int PAGE = 200;

    /** What ends within so short a time is looked after together: each look costs a trip, and most find nothing. */
    private static final int PAUSE_MILLIS = 10;

    private record Word(long id, String blocker) {}

    private final JdbcClient jdbc;
    private final Dependencies dependencies;
    private final Lifecycles lifecycles;
    private final Ledger ledger;
    private final Tasks tasks;
    private final TransactionRunner work;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(r -> {
        Thread t = new Thread(r, "baton-wake-up");
        t.setDaemon(true);
        return t;
    });
    private final AtomicBoolean asked = new AtomicBoolean();

    WakeUp(
            JdbcClient jdbc,
            Dependencies dependencies,
            Lifecycles lifecycles,
            Ledger ledger,
            Tasks tasks,
            TransactionRunner work) {
        this.jdbc = jdbc;
        this.dependencies = dependencies;
        this.lifecycles = lifecycles;
        this.ledger = ledger;
        this.tasks = tasks;
        this.work = work;
    }

    @TransactionalEventListener
    void moved(TaskMoved moved) {
        if (moved.task().satisfied() || waits(moved.task())) {
            soon();
        }
    }

    /** For words that a server left behind when it died. */
    @Scheduled(fixedDelayString = "PT5S")
    void soon() {
        if (asked.compareAndSet(false, true)) {
            thread.execute(() -> {
                asked.set(false);
                try {
                    run();
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (RuntimeException e) {
                    LOG.warn("Could not wake the tasks that wait for others: {}; trying again soon", e.getMessage());
                }
            });
        }
    }

    private void run() {
        Optional<Word> word = oldest(0);
        while (word.isPresent()) {
            long id = word.get().id();
            wake(word.get().blocker());
            work.inTransaction(
                    false,
                    () -> jdbc.sql("DELETE FROM dependency_wakeup WHERE id=?")
                            .param(id)
                            .update());
            word = oldest(id);
        }
    }

    private Optional<Word> oldest(long after) {
        return jdbc.sql("SELECT id, blocker_id FROM dependency_wakeup WHERE id > ? ORDER BY id LIMIT 1")
                .param(after)
                .query((row, i) -> new Word(row.getLong(1), row.getString(2)))
                .optional();
    }

    private void wake(String blocker) {
        String last = "";
        List<String> page = dependencies.dependents(blocker, last, PAGE);
        while (!page.isEmpty()) {
            page.forEach(this::wakeOne);
            page = dependencies.dependents(blocker, page.get(page.size() - 1), PAGE);
        }
    }

    private void wakeOne(String id) {
        work.inTransaction(false, () -> ledger.lock(id).filter(this::canGoOn).map(task -> goOn(task, null)));
    }

    private boolean canGoOn(Task task) {
        return waits(task) && dependencies.unmet(task.id()) == 0;
    }

    /** Whether the task is where tasks wait for others. */
    boolean waits(Task task) {
        return unblocks(task).isPresent();
    }

    /**
     * Takes the arrow that only the server can take.
     *
     * @param onBehalfOf who took the last blocker away; null when it was finished
     */
    Task goOn(Task task, String onBehalfOf) {
        String trigger = unblocks(task).orElseThrow().trigger();
        return tasks.move(task, new MoveRequest(trigger, null, Json.object(), null, onBehalfOf, null), Actor.SYSTEM);
    }

    /** The arrow by which the server itself takes a task on from where it waits for others. */
    private Optional<Exit> unblocks(Task task) {
        return task.ended()
                ? Optional.empty()
                : lifecycles.of(task.definitionId()).lifecycle().exits(task.state()).stream()
                        .filter(exit -> exit.requestable() && exit.kind() == Exit.Kind.AUTOMATIC)
                        .findFirst();
    }

    @Override
    public void destroy() {
        thread.shutdownNow();
    }
}
