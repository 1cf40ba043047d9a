package dev.baton.event;

import dev.baton.database.DatabaseFailures;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A thread that polls every second, and at once when it is woken. Failures are logged once until it succeeds again. */
public final class Poller {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final long POLL_MILLIS = 1000;

    private final String name;
    private final Runnable poll;
    private final String what;
    private final long pauseMillis;
    private final Semaphore wakeUps = new Semaphore(0);
    private volatile boolean running;
    private boolean failing;
    private Thread thread;

    /**
     * @param name of the thread
     * @param pause between two polls, so that what happens in the meantime is read together
     * @param what is polled, for the log: "Could not …"
     */
    public Poller(String name, Duration pause, String what, Runnable poll) {
        this.name = name;
        this.poll = poll;
        this.what = what;
        this.pauseMillis = pause.toMillis();
    }

    public void start() {
        running = true;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    public void wakeUp() {
        if (wakeUps.availablePermits() == 0) {
            wakeUps.release();
        }
    }

    private void run() {
        while (running) {
            try {
                wakeUps.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS);
                wakeUps.drainPermits();
                if (running) {
                    poll.run();
                }
                failing = false;
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                failed(e);
            }
        }
    }

    private void failed(RuntimeException e) {
        if (running && !failing && !DatabaseFailures.unavailable(e)) {
            LOG.warn("Could not {}: {}; trying again every second", what, e.getMessage());
        }
        failing = true;
    }

    public boolean isRunning() {
        return running;
    }

    /** Waits until the last poll has ended. It is not interrupted, which would close the file of an H2 database. */
    public void stop(Duration atMost) throws InterruptedException {
        running = false;
        wakeUps.release();
        thread.join(atMost.toMillis());
    }
}
