package dev.baton.webhook;

import dev.baton.event.EventFilter;
import java.time.Instant;

/**
 * A subscription to events.
 *
 * @param url null for a subscription to mail
 * @param secret signs the deliveries; empty for mail
 * @param afterNumber the last event before the subscription
 */
public record Webhook(
        String id,
        String url,
        String secret,
        EventFilter filter,
        Format format,
        String description,
        String createdBy,
        Instant createdAt,
        long afterNumber) {

    /** What is sent: the event as JSON, a message that Slack and compatible chats show, or mail to the people it concerns. */
    public enum Format {
        EVENT,
        SLACK,
        MAIL
    }

    /** Leaves out the secret, because the text may be logged. */
    @Override
    public String toString() {
        return "webhook " + id + " of " + createdBy;
    }
}
