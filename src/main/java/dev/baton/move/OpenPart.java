package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.time.Instant;

/**
 * Somebody for whom a task waits beside others.
 *
 * @param person whose share it is; null when it never was anybody's
 * @param offeredTo the group that may take it over; null if none may
 * @param free whether anybody who fits can take it now
 */
public record OpenPart(String person, Instant since, String userTask, String offeredTo, boolean free) {

    static OpenPart of(ObjectNode entry) {
        return new OpenPart(
                entry.path("person").asText(null),
                Instant.parse(entry.path("since").asText()),
                entry.path("userTask").asText(),
                entry.path("offeredTo").asText(null),
                entry.path("free").asBoolean());
    }

    ObjectNode entry() {
        ObjectNode entry = Json.object()
                .put("person", person)
                .put("since", since.toString())
                .put("userTask", userTask);
        if (offeredTo != null) {
            entry.put("offeredTo", offeredTo);
        }
        return free ? entry.put("free", true) : entry;
    }

    boolean isFor(String id) {
        return !free && id.equals(person);
    }

    OpenPart givenTo(String id, Instant now) {
        return new OpenPart(id, now, userTask, offeredTo, false);
    }

    OpenPart offeredTo(String group) {
        return new OpenPart(person, since, userTask, group, true);
    }
}
