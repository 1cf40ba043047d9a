package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.time.format.DateTimeParseException;

/** How old an ended task has to be to be deleted. */
record Cleanup(@NotNull String olderThan) {

    /** How many were deleted. */
    record Removed(int removed) {}

    private static final Duration LONGEST = Duration.ofDays(36_500);

    @AssertTrue(message = "olderThan is a duration such as P30D or PT1H, from nothing to a hundred years")
    @JsonIgnore
    boolean isDuration() {
        try {
            return olderThan == null || !age().isNegative() && age().compareTo(LONGEST) <= 0;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    Duration age() {
        return Duration.parse(olderThan);
    }
}
