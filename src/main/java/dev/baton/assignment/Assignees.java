package dev.baton.assignment;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.engine.identity.Identities;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.springframework.stereotype.Component;

/** The users that a task is assigned to: {@code assigneeIds} in its data; the first one is also the task's assignee. */
@Component
public class Assignees {

    static final String NAME = "assigneeIds";

    private final Identities identities;

    Assignees(Identities identities) {
        this.identities = identities;
    }

    public static List<String> of(Task task) {
        return ids(task.data().path(NAME));
    }

    /** Whether the task is assigned to the actor. */
    public static boolean include(Task task, Actor actor) {
        return actor.id().equals(task.assignee()) || of(task).contains(actor.id());
    }

    static List<String> ids(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList();
    }

    public static void set(Task task, List<String> ids) {
        if (!Set.copyOf(of(task)).equals(Set.copyOf(ids))) {
            Grants.end(task);
        }
        task.data().set(NAME, Json.node(ids));
        task.assignTo(ids);
    }

    /** Replaces the assignees if the payload has a list of new ones. */
    public static void change(Task task, JsonNode list) {
        if (list.isArray()) {
            set(task, ids(list));
        }
    }

    static void clear(Task task) {
        Grants.end(task);
        task.data().remove(NAME);
        task.assignTo(List.of());
    }

    /** Users can be deleted while they are assigned. */
    boolean anyExists(Collection<String> ids) {
        return ids.stream().anyMatch(identities::knows);
    }

    List<String> unknown(Collection<String> ids) {
        return ids.stream().filter(id -> !identities.knows(id)).toList();
    }
}
