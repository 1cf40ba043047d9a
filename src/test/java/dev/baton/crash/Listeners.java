package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Json;
import dev.baton.testing.Receiver;
import dev.baton.testing.Receiver.Received;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** A webhook, and a reader of events that continues after the last number it has seen, on whichever server. */
final class Listeners implements AutoCloseable {

    private static final String READER = "admin";

    private final RetryingCaller caller;
    private final Receiver receiver = new Receiver();
    private final List<Long> read = new ArrayList<>();
    private int server;

    Listeners(RetryingCaller caller) {
        this.caller = caller;
        caller.post(0, READER, "/api/webhooks", "{\"url\":\"%s\"}".formatted(receiver.url()));
    }

    /** Reads the next events. */
    void read() {
        long after = read.isEmpty() ? 0 : read.get(read.size() - 1);
        JsonNode page = caller.get(server++ % Cluster.size(), READER, "/api/events?limit=500&after=" + after)
                .json();
        Json.list(page.get("events"))
                .forEach(event -> read.add(event.get("number").asLong()));
    }

    int received() {
        return receiver.received().size();
    }

    /** The reader has seen each number once and in order. */
    void haveReadAll(long last) {
        while (read.isEmpty() || read.get(read.size() - 1) < last) {
            read();
        }
        assertThat(read)
                .as("numbers of events")
                .isEqualTo(LongStream.rangeClosed(1, last).boxed().toList());
    }

    /** Each event since the webhook exists was sent, always under the same delivery, and those of a task for the first time in order. */
    void haveReceivedAll(long first, long last) {
        Map<Long, String> deliveries = new HashMap<>();
        Map<String, Long> lastOfTask = new HashMap<>();
        Set<Long> missing =
                new HashSet<>(LongStream.rangeClosed(first, last).boxed().toList());
        for (Received request : receiver.received()) {
            long number = request.json().get("number").asLong();
            String known = deliveries.putIfAbsent(number, request.delivery());
            assertThat(request.delivery())
                    .as("delivery of event %d", number)
                    .isEqualTo(known == null ? request.delivery() : known);
            if (known == null) {
                Long before = lastOfTask.put(request.task(), number);
                assertThat(number)
                        .as("events of %s in order", request.task())
                        .isGreaterThan(before == null ? 0 : before);
                missing.remove(number);
            }
        }
        assertThat(missing).as("events that no webhook got").isEmpty();
    }

    @Override
    public void close() {
        receiver.close();
    }
}
