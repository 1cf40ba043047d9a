package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.time.Instant;

/**
 * A part of a multi-instance state that is not completed yet.
 *
 * @param person to whom it was assigned; null if to nobody
 * @param userTask the id of the engine's user task
 * @param offeredTo the group that may take it over; null for none
 * @param free whether it can be taken by another person now
 */
public record OpenPart(String person, Instant since, String userTask, String offeredTo, boolean free) {

    static OpenPart of(ObjectNode json) {
        return new OpenPart(
                json.path("person").asText(null),
                Instant.parse(json.path("since").asText()),
                json.path("userTask").asText(),
                json.path("offeredTo").asText(null),
                json.path("free").asBoolean());
    }

    ObjectNode json() {
        ObjectNode json = Json.object()
                .put("person", person)
                .put("since", since.toString())
                .put("userTask", userTask);
        if (offeredTo != null) {
            json.put("offeredTo", offeredTo);
        }
        return free ? json.put("free", true) : json;
    }

    boolean isAssignedTo(String id) {
        return !free && id.equals(person);
    }

    OpenPart assignedTo(String id, Instant now) {
        return new OpenPart(id, now, userTask, offeredTo, false);
    }

    OpenPart offeredTo(String group) {
        return new OpenPart(person, since, userTask, group, true);
    }
}
