package dev.baton.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonApplication;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.tasklist.WaitingPeople;
import dev.baton.event.Event;
import dev.baton.ledger.Ledger;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Receiver;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Primary;

/** A mistake in the text of one notice does not keep the next ones from their receivers. */
class EventWithoutTextTest {

    @Primary
    static class FailingNotices extends Notices {

        FailingNotices(Ledger ledger, Lifecycles lifecycles, WaitingPeople people) {
            super(ledger, lifecycles, people);
        }

        @Override
        Optional<Notice> of(Event event) {
            if (event.task().equals("broken")) {
                throw new IllegalStateException("no text");
            }
            return super.of(event);
        }
    }

    @Test
    void theNextEventsAreSent() {
        try (Baton baton = Baton.startWith(
                        List.of(BatonApplication.class, FailingNotices.class), Database.H2.prepared(), Map.of());
                Receiver receiver = new Receiver()) {
            baton.admin()
                    .post(
                            "/api/webhooks",
                            "{\"format\":\"slack\",\"kinds\":[\"created\"],\"url\":\"" + receiver.url() + "\"}")
                    .expect(201);
            for (String id : List.of("broken", "sound")) {
                baton.admin()
                        .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"" + id + "\"}")
                        .expect(201);
            }
            assertThat(receiver.until(1).get(0).json().get("text").asText()).startsWith("*sound*");
        }
    }
}
