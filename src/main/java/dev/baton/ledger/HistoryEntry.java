package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import java.time.Instant;
import java.util.List;

/**
 * One line of a task's history.
 *
 * @param kind what made the task move: actor, timer, error or automatic; {@code edit} when something else changed
 * @param payload what came with the move; for an edit, each changed field with its value before and after
 */
public record HistoryEntry(
        int number,
        String from,
        String to,
        String trigger,
        String kind,
        String actor,
        String onBehalfOf,
        Instant at,
        JsonNode payload,
        List<String> path,
        String eventId) {

    static final String EDIT = "edit";

    /** A change that moved nothing: it starts and ends in the state that the task is in. */
    static HistoryEntry edit(Task task, Actor actor, Instant at, JsonNode changes) {
        return new HistoryEntry(
                ++task.moves, task.state, task.state, null, EDIT, actor.id(), null, at, changes, List.of(), null);
    }

    boolean isEdit() {
        return kind.equals(EDIT);
    }
}
