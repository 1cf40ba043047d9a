package dev.baton.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.CapturedLog;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Listening;
import dev.baton.testing.Listening.Received;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** GET /api/events as a stream. */
class EventStreamsTest {

    @OnBothDatabases
    void everyStepOfATaskComesAsItHappens(Baton baton) {
        try (Listening listening =
                Listening.to(baton, "worker-2", "?actor=worker-1&actor=admin").opened()) {
            String id = Workers.completed(baton, "worker-1");
            listening.until(l -> of(l, id).size() >= 4);
            List<Received> events = of(listening, id);
            assertThat(events)
                    .extracting(Received::kind)
                    .containsExactly("created", "transition", "transition", "transition");
            Received claim = events.get(1);
            assertThat(claim.data().get("number").asLong()).isEqualTo(claim.id());
            assertThat(claim.data().get("kind").asText()).isEqualTo("transition");
            assertThat(claim.data().get("task").asText()).isEqualTo(id);
            assertThat(claim.data().get("lifecycle").asText()).isEqualTo("work-queue");
            assertThat(claim.data().get("from").asText()).isEqualTo("ready");
            assertThat(claim.data().get("to").asText()).isEqualTo("claimed");
            assertThat(claim.data().get("trigger").asText()).isEqualTo("claim");
            assertThat(claim.data().get("actor").asText()).isEqualTo("worker-1");
            assertThat(claim.data().get("at").asText()).matches("\\d{4}-.*Z");
            assertThat(events.get(0).data().get("from").isNull()).isTrue();
        }
    }

    @OnBothDatabases
    void aListenerThatConnectsAgainMissesNothingAndGetsNothingTwice(Baton baton) {
        String id = Workers.claimed(baton, "worker-1");
        List<Received> received = new ArrayList<>();
        try (Listening first =
                Listening.to(baton, "admin", "?after=0&task=" + id).opened().untilEvents(2)) {
            received.addAll(first.events());
        }
        Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        try (Listening second = Listening.after(
                        baton, "?after=0&task=" + id, received.get(1).id())
                .opened()
                .untilEvents(1)) {
            Workers.move(baton, "worker-1", id, "succeed", "{}").expect(200);
            second.untilEvents(2);
            received.addAll(second.events());
        }
        assertThat(received)
                .extracting(event -> event.data().get("to").asText())
                .containsExactly("ready", "claimed", "in_progress", "completed");
    }

    @OnBothDatabases
    void aListenerThatJoinsWhileOthersWriteGetsAllInOrder(Baton baton) {
        long start = baton.bean(EventLog.class).numberAll().last();
        List<Listening> listeners = new ArrayList<>();
        try {
            List<List<String>> created = Crowd.of(4, i -> {
                List<String> ids = new ArrayList<>();
                for (int n = 0; n < 6; n++) {
                    ids.add(Workers.claimed(baton, "worker-1"));
                    synchronized (listeners) {
                        listeners.add(Listening.after(baton, "?kind=transition,created", start));
                    }
                }
                return ids;
            });
            long last = baton.bean(EventLog.class).numberAll().last();
            List<Event> stored =
                    baton.bean(EventLog.class).list(EventFilter.ALL, start, last, Integer.MAX_VALUE).stream()
                            .filter(event -> event.kind().equals("transition")
                                    || event.kind().equals("created"))
                            .toList();
            assertThat(stored).hasSizeGreaterThanOrEqualTo(created.size() * 6 * 2);
            for (Listening listening : listeners) {
                listening.untilEvents(stored.size());
                assertThat(listening.events().subList(0, stored.size()))
                        .extracting(Received::id)
                        .containsExactlyElementsOf(
                                stored.stream().map(Event::number).toList());
            }
        } finally {
            listeners.forEach(Listening::close);
        }
    }

    /** A page of them is more than may be queued for a listener. */
    @OnBothDatabases
    void aListenerThatConnectsAgainGetsLongEventsInPieces(Baton baton) {
        long start = baton.bean(EventLog.class).numberAll().last();
        String task = Baton.newId();
        String longName = "x".repeat(255);
        for (int i = 0; i < 600; i++) {
            baton.sql()
                    .sql("INSERT INTO task_event (kind, task_id, lifecycle, trigger_name, actor, happened_at)"
                            + " VALUES ('edit', ?, 'work-queue', ?, ?, CURRENT_TIMESTAMP)")
                    .params(task, longName, longName)
                    .update();
        }
        baton.bean(EventLog.class).numberAll();
        try (Listening listening =
                Listening.after(baton, "?task=" + task, start).opened()) {
            listening.untilEvents(600);
        }
    }

    @OnBothDatabases
    void fiveHundredListenersHoldNoThreadEach(Baton baton) {
        int before = ManagementFactory.getThreadMXBean().getThreadCount();
        List<Listening> listeners = IntStream.range(0, 500)
                .mapToObj(i ->
                        Listening.to(baton, "admin", "?lifecycle=work-queue").opened())
                .toList();
        try {
            Crowd.waitUntil(
                    "everybody listens",
                    20,
                    () -> baton.bean(EventStreams.class).count() >= 500);
            String id = baton.create("work-queue");
            listeners.forEach(listening -> listening.until(l -> !of(l, id).isEmpty()));
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - before)
                    .isLessThan(100);
        } finally {
            listeners.forEach(Listening::close);
        }
        baton.create("work-queue");
        Crowd.waitUntil("those who hung up are forgotten", 20, () -> {
            baton.bean(EventStreams.class).sendComments();
            return baton.bean(EventStreams.class).count() < 20;
        });
    }

    /** The container has an error of its own for a connection that breaks; it is nobody's fault. */
    @Test
    void listenersWhoHangUpLeaveNoWarnings() throws IOException {
        Baton baton = Baton.on(Database.H2);
        for (int i = 0; i < 20; i++) {
            baton.create("work-queue");
        }
        URI server = URI.create(baton.url());
        String request = "GET /api/events?after=0 HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\nAuthorization: "
                + Caller.basic("admin", "demo") + "\r\n\r\n";
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 40; i++) {
                try (Socket socket = new Socket(server.getHost(), server.getPort())) {
                    socket.setSoLinger(true, 0);
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                    assertThat(socket.getInputStream().read()).isPositive();
                }
            }
            Crowd.waitUntil("they are forgotten", 20, () -> {
                baton.bean(EventStreams.class).sendComments();
                return baton.bean(EventStreams.class).count() == 0;
            });
            assertThat(log.lines()).noneMatch(line -> line.contains("already committed"));
        }
    }

    @OnBothDatabases
    void aQuietStreamGetsComments(Baton baton) {
        try (Listening listening =
                Listening.to(baton, "admin", "?task=" + Baton.newId()).opened()) {
            Crowd.waitUntil("a comment comes", 20, () -> {
                baton.bean(EventStreams.class).sendComments();
                return listening.comments() > 1;
            });
            assertThat(listening.events()).isEmpty();
        }
    }

    @OnBothDatabases
    void aRevokedTokenLosesTheStream(Baton baton) {
        var issued = baton.as("worker-1")
                .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"listener\"}")
                .expect(201)
                .json();
        try (Listening listening =
                Listening.withToken(baton, issued.get("token").asText(), "").opened()) {
            baton.bean(EventStreams.class).checkCallers();
            String id = baton.create("work-queue");
            listening.until(l -> !of(l, id).isEmpty());

            baton.as("worker-1")
                    .delete("/api/tokens/" + issued.get("id").asText(), null)
                    .expect(204);
            baton.bean(EventStreams.class).checkCallers();
            listening.untilEnded();
        }
    }

    @OnBothDatabases
    void aDeletedUserLosesTheStream(Baton baton) {
        String user = "listener-" + System.nanoTime();
        baton.bean(dev.baton.engine.identity.Identities.class)
                .createUserWithAnyPassword(user, "demo", List.of("intern"));
        try (Listening listening = Listening.to(baton, user, "").opened()) {
            baton.engine().getIdentityService().deleteUser(user);
            baton.bean(EventStreams.class).checkCallers();
            listening.untilEnded();
        }
    }

    private static List<Received> of(Listening listening, String task) {
        return listening.events().stream()
                .filter(event -> event.data().path("task").asText().equals(task))
                .toList();
    }
}
