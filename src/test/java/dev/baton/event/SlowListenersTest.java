package dev.baton.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.event.EventStream.Message;
import dev.baton.json.Json;
import dev.baton.security.CallerCheck;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** A listener that does not read costs a bounded amount of memory, and no thread. */
class SlowListenersTest {

    /** A connection that takes data only while a test lets it. */
    private static final class Connection extends ServletOutputStream {

        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
        private boolean ready;

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            // the test calls the stream itself
        }

        @Override
        public void write(int b) {
            assertThat(ready).isTrue();
            sent.write(b);
        }
    }

    private final Connection connection = new Connection();
    private final List<EventStream> closed = new ArrayList<>();

    @Test
    void aListenerThatIsTooSlowIsClosed() throws IOException {
        EventStream stream = stream();
        stream.onWritePossible();
        int offered = 0;
        while (!stream.isClosed()) {
            stream.offer(message(++offered));
            assertThat(offered).as("events that wait in memory").isLessThan(10_000);
        }
        assertThat(offered).isGreaterThan(500);
        assertThat(closed).containsExactly(stream);
        assertThat(connection.sent.size()).isZero();
    }

    @Test
    void manyEventsAtOnceDoNotCloseAListenerThatTakesThem() throws IOException {
        EventStream stream = stream();
        connection.ready = true;
        stream.onWritePossible();
        for (int i = 1; i <= 10_000; i++) {
            stream.offer(message(i));
        }
        stream.write();
        assertThat(stream.isClosed()).isFalse();
        assertThat(connection.sent.toString()).contains("id: 1\n", "id: 5000\n", "id: 10000\n");
    }

    @Test
    void whatHadToWaitIsSentOnceTheConnectionTakesIt() throws IOException {
        EventStream stream = stream();
        stream.offer(message(1));
        stream.offer(message(2));
        stream.offer(message(2));
        stream.write();
        assertThat(connection.sent.size())
                .as("nothing before the container says so")
                .isZero();
        connection.ready = true;
        stream.onWritePossible();
        assertThat(connection.sent.toString())
                .containsSubsequence("id: 1\n", "event: transition\n", "data: {\"number\":1,", "id: 2\n")
                .containsOnlyOnce("id: 2\n");
        assertThat(stream.isStuck()).isFalse();
    }

    @Test
    void aServerHasNoMoreListenersThanItsSettingSays() {
        Baton baton = Baton.on(Database.H2);
        EventStreams none = new EventStreams(
                baton.bean(EventLog.class),
                baton.bean(EventFeed.class),
                baton.bean(CallerCheck.class),
                new EventSettings(Duration.ofDays(7), 0));
        none.start();
        try {
            assertThatThrownBy(() -> none.open(
                            new MockHttpServletRequest(), new MockHttpServletResponse(), EventFilter.ALL, null, null))
                    .isInstanceOf(TooManyListeners.class)
                    .hasMessageContaining("baton.events.listeners");
        } finally {
            none.stop();
        }
    }

    private EventStream stream() throws IOException {
        HttpServletResponse response = new HttpServletResponseWrapper(new MockHttpServletResponse()) {
            @Override
            public ServletOutputStream getOutputStream() {
                return connection;
            }
        };
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setAsyncSupported(true);
        EventStream stream = new EventStream(
                new MockAsyncContext(request, response),
                EventFilter.ALL,
                new CallerCheck.Caller("admin", null),
                0,
                closed::add);
        stream.open();
        return stream;
    }

    private static Message message(long number) {
        return Message.of(new Event(
                number,
                "transition",
                "t-1",
                "work-queue",
                "ready",
                "claimed",
                "claim",
                "worker-1",
                Instant.EPOCH,
                Json.object()));
    }
}
