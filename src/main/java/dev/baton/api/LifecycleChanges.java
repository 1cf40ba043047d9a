package dev.baton.api;

import dev.baton.move.Migration;
import java.util.List;
import java.util.Set;
import org.springframework.lang.Nullable;

/**
 * What a diagram changes against the version in use.
 *
 * @param version the version in use; null if there is none
 * @param notMigratable running tasks that could not be moved to it, the first hundred
 */
record LifecycleChanges(
        String key,
        @Nullable Integer version,
        Set<String> statesAdded,
        Set<String> statesRemoved,
        List<ChangedTransition> transitionsAdded,
        List<ChangedTransition> transitionsRemoved,
        List<Migration.NotMigrated> notMigratable) {

    /** A transition, without its guards. */
    record ChangedTransition(
            @Nullable String from, String to, @Nullable String trigger) {}
}
