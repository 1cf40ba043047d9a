package dev.baton.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.time.Instant;

/**
 * Something that has happened.
 *
 * @param task null for an event that is not about a task
 * @param from the state before; for an event that is no transition, the state that the task is in
 * @param detail fields that only this kind has
 */
public record Event(
        long number,
        String kind,
        String task,
        String lifecycle,
        String from,
        String to,
        String trigger,
        String actor,
        Instant at,
        ObjectNode detail) {

    /** The event as callers see it. */
    public ObjectNode json() {
        ObjectNode json = Json.object()
                .put("number", number)
                .put("kind", kind)
                .put("task", task)
                .put("lifecycle", lifecycle)
                .put("from", from)
                .put("to", to)
                .put("trigger", trigger)
                .put("actor", actor)
                .put("at", at.toString());
        return json.setAll(detail);
    }
}
