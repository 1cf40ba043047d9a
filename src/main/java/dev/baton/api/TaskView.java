package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.baton.dependency.Dependencies;
import dev.baton.ledger.Lease;
import dev.baton.ledger.Task;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A task as callers see it. */
record TaskView(
        String id,
        String lifecycle,
        int version,
        String state,
        boolean terminal,
        String title,
        int priority,
        String assignee,
        int attempts,
        int maxAttempts,
        Lease lease,
        List<Blocker> blockedBy,
        List<String> flags,
        JsonNode data,
        Instant createdAt,
        Instant updatedAt,
        Instant stateEnteredAt,
        @JsonDeserialize(as = LinkedHashSet.class) Set<String> allowedTransitions) {

    record Blocker(String id, String state) {}

    static TaskView of(Task task, JsonNode data, Set<String> allowed, List<Dependencies.Blocker> blockers) {
        List<String> flags = new ArrayList<>(task.flags());
        if (task.abandoned()) {
            flags.add("abandoned");
        }
        if (!task.ended() && blockers.stream().anyMatch(Dependencies.Blocker::failed)) {
            flags.add("blocked-by-failed");
        }
        return new TaskView(
                task.id(),
                task.lifecycle(),
                task.version(),
                task.state(),
                task.terminal(),
                task.title(),
                task.priority(),
                task.assignee(),
                task.attempts(),
                task.maxAttempts(),
                task.lease(),
                blockers.stream().map(b -> new Blocker(b.id(), b.state())).toList(),
                flags,
                data,
                task.createdAt(),
                task.updatedAt(),
                task.stateEnteredAt(),
                allowed);
    }
}
