package dev.baton.event;

import dev.baton.database.ServerNotifications;
import dev.baton.ledger.EventsWritten;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Reads new events once for all consumers of this server. It wakes up after every commit that wrote events: on this
 * server at once, on the others by notifications, which are sent while some server has consumers. Polling every second makes up
 * for lost notifications, and numbers events while there are no consumers.
 */
@Component
public class EventFeed implements SmartLifecycle {

    /** Receives all new events on this server. */
    public interface Consumer {

        /** Whether it needs new events now. While no consumer is active, events are not read. */
        boolean isActive();

        /** Called in order, on the thread of the feed, so it has to be fast. */
        void accept(List<Event> events, long last);
    }

    private static final String CHANNEL = "baton_events";
    private static final int PAGE = 1000;

    /** Between two polls, so that many commits are read together. */
    private static final Duration COLLECT = Duration.ofMillis(2);

    private static final Duration STOP = Duration.ofSeconds(5);
    private static final Duration ANNOUNCED = Duration.ofMinutes(2);

    private final EventLog log;
    private final ServerNotifications notifications;
    private final Clock clock;
    private final List<Consumer> consumers = new CopyOnWriteArrayList<>();
    private final Poller poller = new Poller("baton-events", COLLECT, "read new events", this::poll);
    private volatile boolean othersListen;
    private Instant announcedUntil = Instant.MIN;
    private long position;

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

    /** Makes the feed poll now, if a consumer is active. */
    public void wakeUp() {
        if (isActive()) {
            poller.wakeUp();
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
        position = log.head().last();
        poller.start();
    }

    private void poll() {
        EventLog.Head head = log.numberAll();
        boolean active = isActive();
        othersListen = head.listenedUntil().isAfter(clock.instant());
        if (active) {
            announce();
        }
        while (active && position < head.last() && poller.isRunning()) {
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

    @Override
    public void stop() {
        try {
            poller.stop(STOP);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return poller.isRunning();
    }
}
