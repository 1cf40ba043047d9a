package dev.baton.core;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs work on a thread of its own. Requests that come before a run has begun are combined into that run. */
public final class BackgroundWork {

    private final Runnable work;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final ExecutorService thread;

    /**
     * @param thread the name of the thread
     * @param work handles its own exceptions
     */
    public BackgroundWork(String thread, Runnable work) {
        this.work = work;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread created = new Thread(task, thread);
            created.setDaemon(true);
            return created;
        });
    }

    public void runSoon() {
        if (scheduled.compareAndSet(false, true)) {
            thread.execute(() -> {
                scheduled.set(false); // later requests need another run
                work.run();
            });
        }
    }

    public void stop() {
        thread.shutdownNow();
    }
}
