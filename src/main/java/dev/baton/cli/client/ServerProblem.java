package dev.baton.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.json.Json;
import java.util.ArrayList;
import java.util.List;

/** The server refused a request. Its message has all reasons and what is possible instead. */
public final class ServerProblem extends RuntimeException {

    private static final String NOT_ACCEPTED =
            "The server does not accept this: the user, password or token is wrong, or the token has expired or was revoked."
                    + " 'baton login' gets a new token.";

    private final int status;
    private final transient JsonNode problem;

    ServerProblem(int status, String detail) {
        this(status, Json.object().put("status", status).put("detail", detail));
    }

    private ServerProblem(int status, JsonNode problem) {
        super(status == 401 ? NOT_ACCEPTED : describe(problem));
        this.status = status;
        this.problem = problem;
    }

    static ServerProblem of(int status, String body) {
        try {
            JsonNode read = Json.read(body);
            if (read.isObject() && read.has("detail")) {
                return new ServerProblem(status, read);
            }
        } catch (IllegalArgumentException e) {
            // not a problem document: a proxy's page, for instance
        }
        return new ServerProblem(status, "The server answered " + status + ".");
    }

    public int status() {
        return status;
    }

    /** As the server sent it. */
    public JsonNode problem() {
        return problem;
    }

    /** The request was understood and is not for this caller or not possible now: somebody else was faster, for instance. */
    public boolean refused() {
        return status == 403 || status == 404 || status == 409;
    }

    private static String describe(JsonNode problem) {
        List<String> lines = new ArrayList<>();
        String detail = problem.path("detail").asText();
        lines.add(detail);
        for (JsonNode error : problem.path("errors")) {
            String where = error.path("field").asText(error.path("element").asText(""));
            String message = error.path("message").asText();
            if (!message.isEmpty() && !detail.contains(message)) {
                lines.add("  " + (where.isEmpty() ? "" : where + ": ") + message);
            }
        }
        JsonNode allowed = problem.path("allowedTransitions");
        if (allowed.isArray() && !allowed.isEmpty()) {
            List<String> states = new ArrayList<>();
            allowed.forEach(state -> states.add(state.asText()));
            lines.add("  possible next states: " + String.join(", ", states));
        }
        return String.join("\n", lines);
    }
}
