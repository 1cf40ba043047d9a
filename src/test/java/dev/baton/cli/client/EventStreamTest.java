package dev.baton.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventStreamTest {

    private static final Duration SOON = Duration.ofSeconds(5);

    @Test
    void eventsAreReadWithTheirNumbersAndCommentsAreNot() {
        EventStream events = stream("""
                : hello

                id: 7
                event: transition
                data: {"number":7,
                data: "to":"ready"}

                :

                id:9
                data:{"number":9}

                """);
        assertThat(events.next(SOON).orElseThrow().get("to").asText()).isEqualTo("ready");
        assertThat(events.lastId()).isEqualTo("7");
        assertThat(events.next(SOON).orElseThrow().get("number").asInt()).isEqualTo(9);
        assertThat(events.lastId()).isEqualTo("9");
        assertThatThrownBy(() -> events.next(SOON)).isInstanceOf(ServerAway.class);
    }

    @Test
    void aListenerKnowsItsPlaceBeforeTheFirstEvent() {
        EventStream events = stream(": at 41\nretry: 2000\n\n: at 43\n\n");
        assertThatThrownBy(() -> events.next(SOON)).isInstanceOf(ServerAway.class);
        assertThat(events.lastId()).isEqualTo("43");
    }

    @Test
    void anEventThatWasCutOffDoesNotCount() {
        EventStream events = stream("id: 1\ndata: {\"number\":1}\n\nid: 2\ndata: {\"numb");
        assertThat(events.next(SOON)).isPresent();
        assertThatThrownBy(() -> events.next(SOON)).isInstanceOf(ServerAway.class);
        assertThat(events.lastId()).isEqualTo("1");
    }

    @Test
    void withoutAnEventTheTimeRunsOut() throws IOException {
        try (PipedOutputStream server = new PipedOutputStream();
                EventStream events = EventStream.of(new PipedInputStream(server))) {
            assertThat(events.next(Duration.ofMillis(50))).isEmpty();
        }
    }

    private static EventStream stream(String text) {
        InputStream input = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return EventStream.of(input);
    }
}
