package dev.baton.event;

import dev.baton.json.Json;
import dev.baton.security.CallerCheck;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The connection of one listener. Writes only what the connection takes at once, so that no thread waits for a slow listener;
 * the rest is queued up to a limit.
 */
final class EventStream implements WriteListener, AsyncListener {

    /** An event as it is sent, encoded once for all listeners. */
    record Message(Event event, byte[] bytes) {

        static Message of(Event event) {
            String text = "id: " + event.number() + "\nevent: " + event.kind() + "\ndata: " + Json.text(event.json())
                    + "\n\n";
            return new Message(event, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** About a thousand events. */
    private static final int MAX_QUEUED_BYTES = 256 * 1024;

    private static final int CHUNK_BYTES = 16 * 1024;
    private static final Duration LONGEST_BLOCK = Duration.ofSeconds(30);

    private final AsyncContext request;
    private final ServletOutputStream out;
    private final EventFilter filter;
    private final CallerCheck.Caller caller;
    private final Runnable onClose;
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private int queuedBytes;
    private long blockedSince;
    private long position;
    private boolean opened;
    private boolean closed;
    private Runnable onDrained;

    /**
     * @param position the number of the last event that the listener has
     * @param onClose called once
     */
    EventStream(
            AsyncContext request,
            EventFilter filter,
            CallerCheck.Caller caller,
            long position,
            Consumer<EventStream> onClose)
            throws IOException {
        this.request = request;
        this.out = request.getResponse().getOutputStream();
        this.filter = filter;
        this.caller = caller;
        this.position = position;
        this.onClose = () -> onClose.accept(this);
        enqueue(comment("retry: 2000\n"));
    }

    EventFilter filter() {
        return filter;
    }

    CallerCheck.Caller caller() {
        return caller;
    }

    synchronized long position() {
        return position;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Sends the event if the listener wants it and does not have it yet. A listener that is too slow is closed; it can resume. */
    synchronized void offer(Message message) {
        if (closed || message.event().number() <= position) {
            return;
        }
        if (!filter.matches(message.event())) {
            position = message.event().number();
            return;
        }
        if (!hasRoomFor(message)) {
            write(); // many events can come at once: that alone does not make a listener slow
        }
        if (hasRoomFor(message)) {
            position = message.event().number();
            enqueue(message.bytes());
        } else {
            close();
        }
    }

    /** Whether the event can be queued without exceeding the limit. */
    synchronized boolean hasRoomFor(Message message) {
        return queuedBytes + message.bytes().length <= MAX_QUEUED_BYTES;
    }

    /** All wanted events up to this number have been offered. */
    synchronized void advanceTo(long number) {
        position = Math.max(position, number);
    }

    synchronized void comment() {
        if (!closed && queue.isEmpty()) {
            enqueue(comment(""));
            write();
        }
    }

    /** Says up to which event the listener has everything, for one who connects again and has not got an event yet. */
    private byte[] comment(String more) {
        return (": at " + position + "\n" + more + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the connection has taken nothing for too long although something is queued. */
    synchronized boolean isStuck() {
        return !queue.isEmpty() && System.nanoTime() - blockedSince > LONGEST_BLOCK.toNanos();
    }

    /** Whether the queue is empty; if not, the action is executed once it is. */
    synchronized boolean isDrainedOrElse(Runnable action) {
        if (queue.isEmpty() || closed) {
            return true;
        }
        onDrained = action;
        return false;
    }

    private void enqueue(byte[] bytes) {
        if (queue.isEmpty()) {
            blockedSince = System.nanoTime();
        }
        queue.add(bytes);
        queuedBytes += bytes.length;
    }

    /** Nothing is written before the request's own thread has left the filters, which add headers. */
    void open() {
        request.addListener(this);
        out.setWriteListener(this);
    }

    @Override
    public synchronized void onWritePossible() {
        opened = true;
        write();
    }

    /** Writes until the connection takes no more; then the container calls {@link #onWritePossible} when it does. */
    synchronized void write() {
        try {
            while (opened && !closed && !queue.isEmpty() && out.isReady()) {
                out.write(nextChunk());
                blockedSince = System.nanoTime();
                if (out.isReady()) {
                    out.flush();
                }
            }
        } catch (IOException | IllegalStateException e) {
            close();
            return;
        }
        if (queue.isEmpty() && onDrained != null) {
            Runnable action = onDrained;
            onDrained = null;
            action.run();
        }
    }

    private byte[] nextChunk() {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        do {
            byte[] next = queue.remove();
            queuedBytes -= next.length;
            chunk.writeBytes(next);
        } while (!queue.isEmpty() && chunk.size() < CHUNK_BYTES);
        return chunk.toByteArray();
    }

    synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        queue.clear();
        onDrained = null;
        onClose.run();
        complete();
    }

    private void complete() {
        try {
            request.complete();
        } catch (IllegalStateException e) {
            // the connection is gone already
        }
    }

    @Override
    public void onError(Throwable failure) {
        close();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        close();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        close();
    }

    /** Otherwise the container would answer a listener that has hung up with an error. */
    @Override
    public void onError(AsyncEvent event) {
        close();
        complete();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // happens once, before this listener is registered
    }
}
