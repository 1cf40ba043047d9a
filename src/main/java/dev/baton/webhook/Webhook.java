package dev.baton.webhook;

import dev.baton.event.EventFilter;
import java.time.Instant;

/**
 * A subscription to events.
 *
 * @param secret signs the deliveries
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

    /** What is sent: the event as JSON, or a message that Slack and compatible chats show. */
    public enum Format {
        EVENT,
        SLACK
    }

    /** Leaves out the secret, because the text may be logged. */
    @Override
    public String toString() {
        return "webhook " + id + " of " + createdBy;
    }
}
