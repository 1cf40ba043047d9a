package dev.baton.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/** Whoever has read up to a number has read all lower ones, whatever the order of commits. */
class EventNumbersTest {

    @OnBothDatabases
    void aTransactionThatCommitsLateIsReadLateButNotMissed(Baton baton) throws SQLException {
        String early = Baton.newId();
        String late = Baton.newId();
        try (Connection first = connection(baton);
                Connection second = connection(baton)) {
            insert(first, late);
            insert(second, early);
            second.commit();

            JsonNode page = page(baton, "?task=" + early + "," + late);
            assertThat(tasks(page)).containsExactly(early);
            long read = page.get("next").asLong();

            first.commit();
            assertThat(tasks(page(baton, "?after=" + read + "&task=" + early + "," + late)))
                    .containsExactly(late);
        }
    }

    @OnBothDatabases
    void aTransactionThatIsRolledBackLeavesNoHole(Baton baton) throws SQLException {
        long before =
                page(baton, "?limit=1000&after=" + last(baton)).get("next").asLong();
        try (Connection first = connection(baton)) {
            insert(first, Baton.newId());
            first.rollback();
        }
        String id = baton.create("work-queue");
        JsonNode event =
                page(baton, "?after=" + before + "&task=" + id).get("events").get(0);
        assertThat(event.get("kind").asText()).isEqualTo("created");
        List<Long> numbers = numbers(page(baton, "?limit=1000&after=" + before));
        assertThat(numbers)
                .containsExactlyElementsOf(LongStream.rangeClosed(before + 1, before + numbers.size())
                        .boxed()
                        .toList());
    }

    @OnBothDatabases
    void readersThatGoOnFromTheirLastNumberSeeEverythingOnceWhileOthersWrite(Baton baton) {
        int writers = 6;
        int tasks = 8;
        long start = last(baton);
        List<String> created = java.util.Collections.synchronizedList(new ArrayList<>());
        List<JsonNode> seen = new ArrayList<>();
        AtomicBoolean written = new AtomicBoolean();
        Thread reader = new Thread(() -> {
            long after = start;
            while (!written.get()) {
                after = readAll(baton, after, seen);
            }
            readAll(baton, after, seen);
        });
        reader.start();
        Crowd.of(writers, i -> {
            IntStream.range(0, tasks).forEach(n -> created.add(Workers.completed(baton, "worker-1")));
            return i;
        });
        written.set(true);
        join(reader);

        List<Long> numbers =
                seen.stream().map(event -> event.get("number").asLong()).toList();
        assertThat(numbers).isSorted().doesNotHaveDuplicates();
        for (String id : created) {
            assertThat(seen.stream()
                            .filter(event -> event.path("task").asText().equals(id))
                            .map(event -> event.get("kind").asText() + " "
                                    + event.get("to").asText()))
                    .containsExactly(
                            "created ready", "transition claimed", "transition in_progress", "transition completed");
        }
    }

    private static long readAll(Baton baton, long after, List<JsonNode> seen) {
        EventLog log = baton.bean(EventLog.class);
        long last = log.numberAll().last();
        log.list(EventFilter.ALL, after, last, Integer.MAX_VALUE).forEach(event -> seen.add(event.json()));
        return last;
    }

    private static void join(Thread thread) {
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).isFalse();
    }

    private static Connection connection(Baton baton) throws SQLException {
        Connection connection = baton.bean(DataSource.class).getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void insert(Connection connection, String task) throws SQLException {
        try (var statement =
                connection.prepareStatement("INSERT INTO task_event (kind, task_id, lifecycle, actor, happened_at)"
                        + " VALUES ('comment', ?, 'work-queue', 'admin', CURRENT_TIMESTAMP)")) {
            statement.setString(1, task);
            statement.executeUpdate();
        }
    }

    private static long last(Baton baton) {
        return baton.bean(EventLog.class).numberAll().last();
    }

    private static JsonNode page(Baton baton, String query) {
        return baton.as("worker-1")
                .with("Accept", "application/json")
                .get("/api/events" + query)
                .expect(200)
                .json();
    }

    private static List<String> tasks(JsonNode page) {
        return Json.list(page.get("events")).stream()
                .map(event -> event.get("task").asText())
                .toList();
    }

    private static List<Long> numbers(JsonNode page) {
        return Json.list(page.get("events")).stream()
                .map(event -> event.get("number").asLong())
                .toList();
    }
}
