package dev.baton.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Server-sent events of one connection. A thread reads the lines, so that a connection that went silent is noticed. */
public final class EventStream implements AutoCloseable {

    /** The server sends a comment every 15 seconds at least. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private static final String END = "\u0000";

    /** The server's comment that the listener has every wanted event up to a number. */
    private static final Pattern PLACE = Pattern.compile(": at (\\d+)");

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(10_000);
    private final InputStream input;
    private String lastId;

    private EventStream(InputStream input, String lastId) {
        this.input = input;
        this.lastId = lastId;
        Thread reader = new Thread(this::read, "events");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param lastId the last event that was received; null to begin with the next one */
    public static EventStream open(ServerClient client, Object path, String lastId) {
        return new EventStream(client.open(path, lastId), lastId);
    }

    static EventStream of(InputStream input) {
        return new EventStream(input, null);
    }

    /** Where to go on with another connection; null if that is not known yet. */
    public String lastId() {
        return lastId;
    }

    /**
     * Waits for the next event.
     *
     * @return empty if none came in time
     * @throws ServerAway if the connection ended or went silent
     */
    public Optional<JsonNode> next(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        StringBuilder data = new StringBuilder();
        String id = null;
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            boolean withinEvent = data.length() > 0 || id != null;
            String line = poll(withinEvent || left.compareTo(SILENCE) > 0 ? SILENCE : left);
            if (line == null && !withinEvent && left.compareTo(SILENCE) <= 0) {
                return Optional.empty();
            }
            if (line == null || line.equals(END)) {
                throw new ServerAway("The stream of events ended", Duration.ZERO);
            }
            if (line.isEmpty() && data.length() > 0) {
                lastId = id == null ? lastId : id;
                return Optional.of(event(data.toString()));
            }
            if (line.startsWith("id:")) {
                id = line.substring(3).strip();
            } else if (line.startsWith("data:")) {
                data.append(data.length() == 0 ? "" : "\n")
                        .append(line.substring(5).stripLeading());
            } else if (line.isEmpty()) {
                id = null; // an event without data
            } else if (!withinEvent) {
                Matcher place = PLACE.matcher(line);
                lastId = place.matches() ? place.group(1) : lastId;
            }
        }
    }

    private static JsonNode event(String data) {
        try {
            return Json.read(data);
        } catch (IllegalArgumentException e) {
            throw new ServerAway("The stream of events has something that is not JSON", Duration.ZERO);
        }
    }

    private String poll(Duration time) {
        try {
            return lines.poll(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return END;
        }
    }

    private void read() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.put(line);
            }
        } catch (IOException e) {
            // the connection ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lines.offer(END);
        }
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // it is closed
        }
    }
}
