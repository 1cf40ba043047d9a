package dev.baton.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.engine.Actor;
import dev.baton.engine.Refusal.Fault;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the guards in diagrams mean. */
final class Guards {

    private Guards() {}

    static boolean permits(Guard guard, Actor actor, Task task) {
        return guard.roles().isEmpty() || guard.roles().stream().anyMatch(role -> has(actor, role, task));
    }

    private static boolean has(Actor actor, String role, Task task) {
        return switch (role) {
            case "system" -> actor.isSystem();
            case "assignee" -> actor.id().equals(task.assignee);
            case "claimant" -> task.leaseExpiresAt != null && actor.id().equals(task.assignee);
            default -> actor.in(role);
        };
    }

    static List<Fault> artifacts(Guard guard, Map<String, Schema> schemas, ObjectNode payload, String trigger) {
        List<Fault> faults = new ArrayList<>();
        for (Guard.Artifact artifact : guard.artifacts()) {
            JsonNode document = payload.get(artifact.name());
            if (document != null && !document.isNull()) {
                schemas.get(artifact.name())
                        .problems(document)
                        .forEach(problem -> faults.add(new Fault(artifact.name(), artifact.name() + ": " + problem)));
            } else if (artifact.required()) {
                faults.add(new Fault(
                        artifact.name(),
                        artifact.name() + " is required for '" + trigger + "': send it in the payload"));
            }
        }
        return faults;
    }
}
