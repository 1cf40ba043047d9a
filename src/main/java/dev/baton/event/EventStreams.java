package dev.baton.event;

import dev.baton.event.EventStream.Message;
import dev.baton.security.CallerCheck;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The listeners of this server. A new one first reads from the database what it has missed, page by page as fast as it takes
 * them; when it has everything up to the position of the feed, the feed's events are enough.
 */
@Component
public class EventStreams implements EventFeed.Consumer, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
    private static final int PAGE = 500;
    private static final int THREADS = 2;
    private static final int CHECK_SECONDS = 5;
    private static final int COMMENT_SECONDS = 10;

    private final EventLog log;
    private final EventFeed feed;
    private final CallerCheck callers;
    private final int most;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS, EventStreams::thread);
    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final Set<EventStream> live = ConcurrentHashMap.newKeySet();
    private volatile boolean running;
    private long position;

    EventStreams(EventLog log, EventFeed feed, CallerCheck callers, EventSettings settings) {
        this.log = log;
        this.feed = feed;
        this.callers = callers;
        this.most = settings.listeners();
        feed.add(this);
    }

    private static Thread thread(Runnable action) {
        Thread thread = new Thread(action, "baton-events-streams");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Answers the request with a stream of events.
     *
     * @param after the number of the last event that the listener has; null for those that happen from now on
     */
    public void open(
            HttpServletRequest request,
            HttpServletResponse response,
            EventFilter filter,
            Long after,
            CallerCheck.Caller caller)
            throws IOException {
        if (streams.size() >= most || !running) {
            throw new TooManyListeners(most);
        }
        long from = after == null ? log.numberAll().last() : after;
        response.setContentType("text/event-stream;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Accel-Buffering", "no");
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        EventStream stream = new EventStream(async, filter, caller, from, this::removed);
        streams.add(stream);
        stream.open();
        threads.execute(() -> catchUp(stream));
    }

    private void catchUp(EventStream stream) {
        try {
            while (!stream.isClosed() && stream.isDrainedOrElse(() -> threads.execute(() -> catchUp(stream)))) {
                long last = log.head().last();
                List<Event> page = log.list(stream.filter(), stream.position(), last, PAGE);
                boolean complete = offerAll(page, stream);
                stream.write();
                if (complete && page.size() < PAGE) {
                    stream.advanceTo(last);
                    if (joins(stream)) {
                        return;
                    }
                }
            }
        } catch (RuntimeException e) {
            LOG.debug("A listener is closed, because its events can't be read", e);
            stream.close();
        }
    }

    /** Whether all of them could be queued; otherwise the rest is read again once the listener has taken what is queued. */
    private static boolean offerAll(List<Event> page, EventStream stream) {
        for (Event event : page) {
            Message message = Message.of(event);
            if (!stream.hasRoomFor(message)) {
                return false;
            }
            stream.offer(message);
        }
        return true;
    }

    /** Whether the listener has everything that the feed has handed out; then it gets the rest from there. */
    private synchronized boolean joins(EventStream stream) {
        if (stream.position() < position) {
            return false;
        }
        live.add(stream);
        if (stream.isClosed()) {
            live.remove(stream);
        }
        feed.wakeUp();
        return true;
    }

    private void removed(EventStream stream) {
        streams.remove(stream);
        live.remove(stream);
    }

    @Override
    public boolean isActive() {
        return !streams.isEmpty();
    }

    @Override
    public synchronized void accept(List<Event> events, long last) {
        List<Message> messages =
                live.isEmpty() ? List.of() : events.stream().map(Message::of).toList();
        position = last;
        for (EventStream stream : live) {
            messages.forEach(stream::offer);
            stream.advanceTo(last);
            stream.write();
        }
    }

    /** Closes the streams of callers who would no longer be let in, and of those who do not read. */
    void checkCallers() {
        Map<CallerCheck.Caller, Boolean> valid = new HashMap<>();
        for (EventStream stream : streams) {
            if (stream.isStuck() || !valid.computeIfAbsent(stream.caller(), callers::isValid)) {
                stream.close();
            }
        }
    }

    /** So that proxies do not close a quiet connection, and a listener that has hung up is noticed. */
    void sendComments() {
        streams.forEach(EventStream::comment);
    }

    /** How many listeners this server has. */
    public int count() {
        return streams.size();
    }

    @Override
    public void start() {
        running = true;
        threads.scheduleWithFixedDelay(
                () -> safely(this::checkCallers), CHECK_SECONDS, CHECK_SECONDS, TimeUnit.SECONDS);
        threads.scheduleWithFixedDelay(
                () -> safely(this::sendComments), COMMENT_SECONDS, COMMENT_SECONDS, TimeUnit.SECONDS);
    }

    /** A failure would end the schedule. */
    private static void safely(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.debug("Listeners could not be checked; trying again", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        streams.forEach(EventStream::close);
        threads.shutdown(); // an interrupt would close the file of an H2 database
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
