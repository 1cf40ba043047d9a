package dev.baton.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.baton.json.Json;
import java.time.Instant;

/**
 * A successful answer of the server.
 *
 * @param date the server's time
 */
public record Answer(int status, String body, Instant date) {

    public boolean empty() {
        return status == 204 || body.isBlank();
    }

    public JsonNode json() {
        try {
            return empty() ? MissingNode.getInstance() : Json.read(body);
        } catch (IllegalArgumentException e) {
            throw new ServerProblem(status, "The answer is not JSON. Is this the address of a Baton server?");
        }
    }
}
