package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * A task that this worker works on.
 *
 * @param epoch null without a lease
 * @param leaseTime how long the lease lasts without a heartbeat
 */
record HeldTask(String id, String state, String title, Integer epoch, Duration leaseTime) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration USUAL = Duration.ofMinutes(1);

    /** @param now the server's time */
    static HeldTask of(JsonNode task, Instant now) {
        JsonNode lease = task.path("lease");
        return new HeldTask(
                task.path("id").asText(),
                task.path("state").asText(),
                task.path("title").asText(""),
                lease.has("epoch") ? lease.get("epoch").asInt() : null,
                leaseTime(lease.path("expiresAt").asText(""), now));
    }

    private static Duration leaseTime(String expiresAt, Instant now) {
        try {
            Duration time = Duration.between(now, Instant.parse(expiresAt));
            return time.compareTo(SHORTEST) < 0 ? SHORTEST : time;
        } catch (DateTimeParseException e) {
            return USUAL;
        }
    }
}
