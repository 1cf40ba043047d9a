package dev.baton.webhook;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.tasklist.WaitingPeople;
import dev.baton.json.Json;
import java.time.Clock;
import org.springframework.stereotype.Service;

/** Deliveries of the kind {@code test}: they show whether a receiver can be reached, and verifies signatures. */
@Service
public class TestDeliveries {

    private final Deliveries deliveries;
    private final NoticeText texts;
    private final WaitingPeople people;
    private final Clock clock;

    TestDeliveries(Deliveries deliveries, NoticeText texts, WaitingPeople people, Clock clock) {
        this.deliveries = deliveries;
        this.texts = texts;
        this.people = people;
        this.clock = clock;
    }

    /** Mail goes to the actor. */
    public Delivery send(Webhook webhook, Actor actor) {
        return switch (webhook.format()) {
            case EVENT ->
                deliveries.test(
                        webhook,
                        "",
                        Json.text(Json.object()
                                .put("kind", "test")
                                .put("actor", actor.id())
                                .put("at", clock.instant().toString())));
            case SLACK ->
                deliveries.test(
                        webhook,
                        "",
                        Json.text(Json.object().put("text", "A test of Baton's webhook, sent by " + actor.id())));
            case MAIL -> mail(webhook, actor);
        };
    }

    private Delivery mail(Webhook webhook, Actor actor) {
        if (people.address(actor.id()).isEmpty()) {
            throw new Refusal(
                    Reason.INVALID,
                    "email",
                    actor.id() + " has no e-mail address: add one to the profile, and the test goes there");
        }
        return deliveries.test(
                webhook, actor.id(), texts.test(actor.id(), clock.instant()).body());
    }
}
