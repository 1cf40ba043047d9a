package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Creates the history entries of a move. */
final class HistoryEntries {

    private final Move move;
    private final Task task;
    private final MoveRequest request;
    private final List<HistoryEntry> entries = new ArrayList<>();

    HistoryEntries(Move move, MoveRequest request) {
        this.move = move;
        this.task = move.task();
        this.request = request;
    }

    List<HistoryEntry> list() {
        return entries;
    }

    /**
     * Only the first transition of a move is the actor's; those that follow are automatic.
     *
     * @param exit null for an automatic transition
     */
    void add(State to, Exit exit, boolean within, List<String> path) {
        boolean first = entries.isEmpty();
        Exit.Kind kind = exit == null ? Exit.Kind.AUTOMATIC : exit.kind();
        entries.add(new HistoryEntry(
                task.nextEntryNumber(),
                task.state(),
                to.name(),
                exit == null ? null : exit.trigger(),
                within ? HistoryEntry.WITHIN : kind.name().toLowerCase(Locale.ROOT),
                first ? move.actor().id() : Actor.SYSTEM.id(),
                request.onBehalfOf(),
                move.now(),
                first ? payload() : Json.object(),
                path,
                move.eventId()));
    }

    /** An entry for something that leaves the task in its state. */
    void addInState(String trigger, String kind, JsonNode payload, List<String> path) {
        entries.add(new HistoryEntry(
                task.nextEntryNumber(),
                task.state(),
                task.state(),
                trigger,
                kind,
                move.actor().id(),
                request.onBehalfOf(),
                move.now(),
                payload,
                path,
                move.eventId()));
    }

    /** The history of a subtask begins with its parent. */
    private ObjectNode payload() {
        return move.isNew() && task.parentId() != null
                ? request.payload().deepCopy().put("parent", task.parentId())
                : request.payload();
    }
}
