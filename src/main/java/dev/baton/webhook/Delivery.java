package dev.baton.webhook;

import java.time.Instant;

/**
 * An event on its way to a receiver, or there.
 *
 * @param event the number of the event; null for a test
 * @param recipient the user who gets it as mail; empty for a delivery to a URL
 * @param notice what it tells its recipient; null for others and for a test
 * @param noticeSince see {@link Notice}
 * @param status pending, delivered, skipped or parked
 * @param answerStatus the HTTP status of the last answer; null if there was none
 * @param failure why the last attempt failed; null if it did not
 */
public record Delivery(
        long number,
        String webhook,
        Long event,
        String kind,
        String task,
        String recipient,
        Notice.Kind notice,
        Instant noticeSince,
        String body,
        String status,
        int attempts,
        Instant createdAt,
        Instant firstAttemptAt,
        Instant nextAttemptAt,
        Instant answeredAt,
        Integer answerStatus,
        Integer answerMillis,
        String failure) {

    public static final String PENDING = "pending";
    public static final String DELIVERED = "delivered";

    /** Not sent, because it had become pointless. */
    public static final String SKIPPED = "skipped";

    /** Not tried any more, because it failed for too long; it can be redelivered. */
    public static final String PARKED = "parked";
}
