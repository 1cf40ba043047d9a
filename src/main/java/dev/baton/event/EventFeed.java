package dev.baton.event;

import dev.baton.database.DatabaseFailures;
import dev.baton.database.ServerNotifications;
import dev.baton.ledger.EventsWritten;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Reads new events once for all consumers of this server. It is woken after every commit that wrote events: by this server
 * itself, and by the others through notifications while some server has consumers. A look every second covers lost
 * notifications and numbers the events that nobody waits for.
 */
@Component
public class EventFeed implements SmartLifecycle {

    /** Somebody on this server who wants all new events. */
    public interface Consumer {

        /** Whether it needs to be told soon; if nobody does, events are not read. */
        boolean isActive();

        /** Called in order, on the thread of the feed, so it has to be fast. */
        void accept(List<Event> events, long last);
    }

    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);
    private static final String CHANNEL = "baton_events";
    private static final int PAGE = 1000;
    private static final long LOOK_MILLIS = 1000;

    /** Between two looks, so that many commits are read together. */
    private static final long COLLECT_MILLIS = 2;

    private static final long STOP_MILLIS = 5000;
    private static final Duration ANNOUNCED = Duration.ofMinutes(2);

    private final EventLog log;
    private final ServerNotifications notifications;
    private final Clock clock;
    private final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    private final Semaphore wakeUps = new Semaphore(0);
    private volatile boolean running;
    private volatile boolean othersListen;
    private boolean failing;
    private Instant announcedUntil = Instant.MIN;
    private long position;
    private Thread thread;

    EventFeed(EventLog log, ServerNotifications notifications, Clock clock) {
        this.log = log;
        this.notifications = notifications;
        this.clock = clock;
        notifications.receive(CHANNEL, message -> wakeUp());
    }

    public void add(Consumer consumer) {
        consumers.add(consumer);
    }

    @TransactionalEventListener
    void written(EventsWritten written) {
        wakeUp();
        if (othersListen) {
            notifications.send(CHANNEL, "");
        }
    }

    /** Has the feed look for new events now, if somebody waits for them. */
    public void wakeUp() {
        if (wakeUps.availablePermits() == 0 && isActive()) {
            wakeUps.release();
        }
    }

    private boolean isActive() {
        for (Consumer consumer : consumers) {
            if (consumer.isActive()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void start() {
        running = true;
        position = log.head().last();
        thread = new Thread(this::repeat, "baton-events");
        thread.setDaemon(true);
        thread.start();
    }

    private void repeat() {
        while (running) {
            try {
                wakeUps.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                wakeUps.drainPermits();
                if (running) {
                    look();
                }
                failing = false;
                TimeUnit.MILLISECONDS.sleep(COLLECT_MILLIS);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                failed(e);
            }
        }
    }

    private void failed(RuntimeException e) {
        if (running && !failing && !DatabaseFailures.unavailable(e)) {
            LOG.warn("Could not read new events: {}; trying again every second", e.getMessage());
        }
        failing = true;
    }

    private void look() {
        EventLog.Head head = log.numberAll();
        boolean active = isActive();
        othersListen = head.listenedUntil().isAfter(clock.instant());
        if (active) {
            announce();
        }
        while (active && position < head.last() && running) {
            List<Event> events = log.list(EventFilter.ALL, position, head.last(), PAGE);
            position = events.size() < PAGE ? head.last() : events.get(PAGE - 1).number();
            for (Consumer consumer : consumers) {
                consumer.accept(events, position);
            }
        }
        position = Math.max(position, head.last());
    }

    /** Tells the other servers to notify this one. */
    private void announce() {
        Instant now = clock.instant();
        if (announcedUntil.isBefore(now.plus(ANNOUNCED.dividedBy(2))) || announcedUntil.isAfter(now.plus(ANNOUNCED))) {
            announcedUntil = now.plus(ANNOUNCED);
            log.listenUntil(announcedUntil);
        }
    }

    /** Without an interrupt, which would close the file of an H2 database. */
    @Override
    public void stop() {
        running = false;
        wakeUps.release();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
