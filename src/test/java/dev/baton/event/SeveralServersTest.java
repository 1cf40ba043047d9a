package dev.baton.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Listening;
import dev.baton.testing.Listening.Received;
import dev.baton.testing.Receiver;
import dev.baton.testing.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Servers on one database number the same events, and a listener can go on at any of them. */
class SeveralServersTest {

    @Test
    void aListenerGoesOnAtAServerThatStartedLaterAndWebhooksGetEverythingOnce() {
        Map<String, String> database = Database.POSTGRES.prepared();
        String id;
        List<Received> received = new ArrayList<>();
        try (Baton first = Baton.start(database);
                Receiver receiver = new Receiver();
                Listening listening =
                        Listening.to(first, "admin", "?lifecycle=work-queue").opened()) {
            JsonNode webhook = first.admin()
                    .post("/api/webhooks", "{\"url\":\"%s\",\"lifecycle\":\"work-queue\"}".formatted(receiver.url()))
                    .expect(201)
                    .json();
            id = Workers.claimed(first, "worker-1");
            received.addAll(listening.untilEvents(2).events());

            try (Baton second = Baton.start(database)) {
                Workers.move(second, "worker-1", id, "start", "{}").expect(200);
                received.addAll(listening.untilEvents(3).events().subList(2, 3));
                receiver.until(3); // what a server was sending when it ended is sent again only after a minute
                first.close();
                listening.untilEnded();
                Workers.move(second, "worker-1", id, "succeed", "{}").expect(200);
                try (Listening again = Listening.after(
                        second, "?lifecycle=work-queue", received.get(2).id())) {
                    received.addAll(again.untilEvents(1).events());
                }
                assertThat(received)
                        .extracting(event -> event.data().get("to").asText())
                        .containsExactly("ready", "claimed", "in_progress", "completed");
                assertThat(received).extracting(Received::id).isSorted().doesNotHaveDuplicates();

                assertThat(receiver.until(4))
                        .extracting(request -> request.json().get("to").asText())
                        .containsExactly("ready", "claimed", "in_progress", "completed");
                assertThat(webhook.get("id").asText()).isNotEmpty();
            }
        }
    }
}
