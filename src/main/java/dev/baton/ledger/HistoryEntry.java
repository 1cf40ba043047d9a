package dev.baton.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import java.time.Instant;
import java.util.List;
import org.springframework.lang.Nullable;

/**
 * An entry in the history of a task: a transition or an edit.
 *
 * @param kind what caused the transition: actor, timer, error or automatic; {@code within} for a step that
 *     leaves the task in its state, {@code edit} for a change of the task; these two are no transitions
 * @param payload the payload of the move; for an edit, each changed field with its value before and after
 */
public record HistoryEntry(
        int number,
        @Nullable String from,
        String to,
        @Nullable String trigger,
        String kind,
        String actor,
        @Nullable String onBehalfOf,
        Instant at,
        JsonNode payload,
        List<String> path,
        @Nullable String eventId) {

    public static final String WITHIN = "within";

    static final String EDIT = "edit";

    /** An entry for a change that is no transition: from and to are the task's current state. */
    public static HistoryEntry edit(Task task, Actor actor, Instant at, JsonNode changes) {
        return new HistoryEntry(
                ++task.moves, task.state, task.state, null, EDIT, actor.id(), null, at, changes, List.of(), null);
    }

    /** Whether a timer caused this, directly or indirectly, and no caller or message. */
    boolean isByTimer() {
        return actor.equals(Actor.SYSTEM.id()) && !kind.equals("actor");
    }

    boolean isEdit() {
        return kind.equals(EDIT);
    }

    public boolean countsAsTransition() {
        return !kind.equals(EDIT) && !kind.equals(WITHIN);
    }
}
