package dev.baton.api;

import dev.baton.core.Refusal.Fault;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;

/** How old an ended task has to be to be deleted. */
record Cleanup(@NotNull String olderThan) {

    /** How many were deleted. */
    record CleanupAnswer(int removed) {}

    private static final Duration LONGEST = Duration.ofDays(36_500);

    Duration age() {
        try {
            Duration age = Duration.parse(olderThan);
            if (!age.isNegative() && age.compareTo(LONGEST) <= 0) {
                return age;
            }
        } catch (DateTimeParseException e) {
            // refused like one out of range
        }
        throw new BadRequest(List.of(
                new Fault("olderThan", "it is a duration such as P30D or PT1H, from nothing to a hundred years")));
    }
}
