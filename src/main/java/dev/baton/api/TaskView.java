package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.dependency.Dependencies;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Lease;
import dev.baton.ledger.Task;
import dev.baton.subtask.Subtasks;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.lang.Nullable;

/** A task as the API shows it; what the next step needs comes as further fields. */
@Schema(additionalProperties = Schema.AdditionalPropertiesValue.TRUE)
record TaskView(
        String id,
        String lifecycle,
        int version,
        String state,
        boolean terminal,
        String title,
        int priority,
        @Nullable String assignee,
        String createdBy,
        int attempts,
        int maxAttempts,
        @Nullable Lease lease,
        @Nullable Instant claimedAt,
        List<Blocker> blockedBy,
        @Nullable String parent,
        List<Child> children,
        boolean active,
        @Nullable Instant abandonedAt,
        @Nullable Abandonment abandonment,
        List<String> flags,
        @JsonAnyGetter @Schema(hidden = true) Map<String, JsonNode> nextStep,
        ObjectNode data,
        Instant createdAt,
        Instant updatedAt,
        Instant stateEnteredAt,
        @JsonDeserialize(as = LinkedHashSet.class) Set<String> allowedTransitions) {

    record Blocker(String id, String state, boolean abandoned) {}

    record Child(String id, String state, boolean active) {}

    /** Who abandoned the task, and why; null for one that was abandoned before that was kept. */
    record Abandonment(@Nullable String by, @Nullable String reason) {}

    static TaskView of(
            Task task,
            ObjectNode data,
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
