package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.json.StrictJsonFactory;
import dev.baton.ledger.Task;
import java.util.Date;
import java.util.Map;
import java.util.Set;

/**
 * A request to move a task by trigger, by target state, or both, with its payload.
 *
 * @param hops how many messages led to it; 0 for a request of a caller
 */
public record MoveRequest(
        String trigger,
        String to,
        ObjectNode payload,
        Integer leaseEpoch,
        String onBehalfOf,
        String eventId,
        int hops) {

    private static final Set<String> RESERVED =
            Set.of("trigger", "to", "payload", "leaseEpoch", "onBehalfOf", "eventId");

    public MoveRequest(
            String trigger, String to, ObjectNode payload, Integer leaseEpoch, String onBehalfOf, String eventId) {
        this(trigger, to, payload, leaseEpoch, onBehalfOf, eventId, 0);
    }

    /** The same, caused by a message. */
    public MoveRequest after(int messages) {
        return new MoveRequest(trigger, to, payload, leaseEpoch, onBehalfOf, eventId, messages);
    }

    public static MoveRequest trigger(String name, ObjectNode payload) {
        return new MoveRequest(name, null, payload, null, null, null);
    }

    /** The state that the request names, by itself or in the payload; null if it names none. */
    String target() {
        return to != null ? to : payload.path("to").asText(null);
    }

    /** What was tried, for a refusal. */
    Refusal.Attempt attempt(Task task, String from, Actor actor) {
        return new Refusal.Attempt(task.lifecycle(), task.id(), from, trigger == null ? to : trigger, actor.id());
    }

    /** From variables of the engine's API: reserved names are fields of the request, all others are the payload. */
    static MoveRequest of(Map<String, Object> variables) {
        ObjectNode payload = document(variables, "payload", RESERVED);
        return new MoveRequest(
                text(variables, "trigger"),
                text(variables, "to"),
                payload,
                variables.get("leaseEpoch") instanceof Number epoch ? (Integer) epoch.intValue() : null,
                text(variables, "onBehalfOf"),
                text(variables, "eventId"));
    }

    /** The fields of a JSON object in one variable, and all variables without a reserved name. */
    static ObjectNode document(Map<String, Object> variables, String name, Set<String> reserved) {
        ObjectNode document = Json.object();
        if (variables.get(name) instanceof String text) {
            if (!(json(name, text) instanceof ObjectNode object)) {
                throw new Refusal(Reason.INVALID, name, "the variable '" + name + "' has to hold a JSON object");
            }
            document.setAll(object);
        }
        variables.forEach((other, value) -> {
            if (!reserved.contains(other)) {
                document.set(other, node(other, value));
            }
        });
        return document;
    }

    private static JsonNode node(String name, Object value) {
        String fault =
                value instanceof String text ? StrictJsonFactory.fault(name + text) : StrictJsonFactory.fault(name);
        if (fault != null || value instanceof Double number && !Double.isFinite(number)) {
            throw new Refusal(
                    Reason.INVALID, "variables", "a variable can't be kept: " + (fault == null ? "no number" : fault));
        }
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Number) {
            return Json.node(value);
        }
        if (value instanceof Date date) {
            return Json.node(date.toInstant().toString());
        }
        throw new Refusal(
                Reason.INVALID, name, "the variable '" + name + "' has to be text, a number, a boolean or a date");
    }

    private static String text(Map<String, Object> variables, String name) {
        if (!(variables.get(name) instanceof String text) || text.isBlank()) {
            return null;
        }
        String fault = text.length() > 255 ? "it is longer than 255 characters" : StrictJsonFactory.fault(text);
        if (fault != null) {
            throw new Refusal(Reason.INVALID, name, "the variable '" + name + "' can't be used: " + fault);
        }
        return text;
    }

    static JsonNode json(String name, String text) {
        try {
            return Json.readFromOutside(text);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID, name, "the variable '" + name + "' is " + e.getMessage());
        }
    }
}
