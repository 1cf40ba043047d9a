package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.baton.dependency.Dependencies;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Lease;
import dev.baton.ledger.Task;
import dev.baton.subtask.Subtasks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A task as the API shows it. */
record TaskView(
        String id,
        String lifecycle,
        int version,
        String state,
        boolean terminal,
        String title,
        int priority,
        String assignee,
        String createdBy,
        int attempts,
        int maxAttempts,
        Lease lease,
        Instant claimedAt,
        List<Blocker> blockedBy,
        String parent,
        List<Child> children,
        boolean active,
        Instant abandonedAt,
        Abandonment abandonment,
        List<String> flags,
        @JsonAnyGetter Map<String, JsonNode> nextStep,
        JsonNode data,
        Instant createdAt,
        Instant updatedAt,
        Instant stateEnteredAt,
        @JsonDeserialize(as = LinkedHashSet.class) Set<String> allowedTransitions) {

    record Blocker(String id, String state, boolean abandoned) {}

    record Child(String id, String state, boolean active) {}

    /** Who abandoned the task, and why; null for one that was abandoned before that was kept. */
    record Abandonment(String by, String reason) {}

    static TaskView of(
            Task task,
            JsonNode data,
            Map<String, JsonNode> nextStep,
            Set<String> allowed,
            List<Dependencies.Blocker> blockers,
            List<Subtasks.Child> children) {
        List<String> flags = new ArrayList<>(task.flags());
        if (task.abandoned()) {
            flags.add(Flags.ABANDONED);
        }
        if (!task.ended() && blockers.stream().anyMatch(Dependencies.Blocker::failed)) {
            flags.add(Flags.BLOCKED_BY_FAILED);
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
                task.createdBy(),
                task.attempts(),
                task.maxAttempts(),
                task.lease(),
                task.claimedAt(),
                blockers.stream()
                        .map(b -> new Blocker(b.id(), b.state(), b.abandoned()))
                        .toList(),
                task.parentId(),
                children.stream()
                        .map(c -> new Child(c.id(), c.state(), !c.ended()))
                        .toList(),
                !task.ended(),
                task.abandonedAt(),
                abandonment(task),
                flags,
                nextStep,
                data,
                task.createdAt(),
                task.updatedAt(),
                task.stateEnteredAt(),
                allowed);
    }

    private static Abandonment abandonment(Task task) {
        JsonNode kept = task.data().path(Task.ABANDONMENT);
        return task.abandoned() && kept.isObject()
                ? new Abandonment(
                        kept.path("by").asText(null), kept.path("reason").asText(null))
                : null;
    }
}
