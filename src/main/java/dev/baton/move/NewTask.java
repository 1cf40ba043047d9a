package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.StrictJsonFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The request to create a task.
 *
 * @param parent the task that it is a subtask of; null for none
 * @param blocks the task that will depend on the new one, and why; null for none
 */
public record NewTask(
        String id,
        String title,
        Integer priority,
        Integer maxAttempts,
        List<String> blockedBy,
        ObjectNode data,
        Blocks blocks,
        Parent parent) {

    public static final String ID_FORM = "[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}";
    public static final int MAX_TITLE = 500;
    public static final int MAX_ATTEMPTS = 1000;

    private static final Set<String> RESERVED = Set.of("title", "priority", "maxAttempts", "blockedBy", "data");

    /**
     * @param step the number of the parent's history entry with which it began to wait
     * @param move the move of the parent that creates this task
     */
    public record Parent(String id, int step, Move move) {}

    public record Blocks(String task, String reason) {}

    public NewTask(
            String id, String title, Integer priority, Integer maxAttempts, List<String> blockedBy, ObjectNode data) {
        this(id, title, priority, maxAttempts, blockedBy, data, null, null);
    }

    /** A subtask. */
    public NewTask(String title, Integer priority, ObjectNode data, Parent parent) {
        this(null, title, priority, null, List.of(), data, null, parent);
    }

    /** The move that creates the task as a subtask; null if none does. */
    Move creator() {
        return parent == null ? null : parent.move();
    }

    /** From a start by the engine's API: the business key is the id; reserved variables are fields, all others are data. */
    static NewTask of(String businessKey, Map<String, Object> variables) {
        ObjectNode data = MoveRequest.document(variables, "data", RESERVED);
        if (businessKey != null && !businessKey.isBlank() && !businessKey.matches(ID_FORM)) {
            throw new Refusal(Reason.INVALID, "id", "the business key is the task's id and has to match " + ID_FORM);
        }
        String title = variables.get("title") instanceof String text && !text.isBlank() ? text : null;
        if (title != null && title.length() > MAX_TITLE) {
            throw new Refusal(Reason.INVALID, "title", "the title is longer than " + MAX_TITLE + " characters");
        }
        if (title != null && StrictJsonFactory.fault(title) != null) {
            throw new Refusal(Reason.INVALID, "title", "the title can't be kept: " + StrictJsonFactory.fault(title));
        }
        Integer maxAttempts = number(variables, "maxAttempts");
        if (maxAttempts != null && (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS)) {
            throw new Refusal(Reason.INVALID, "maxAttempts", "maxAttempts is from 1 to " + MAX_ATTEMPTS);
        }
        return new NewTask(
                businessKey == null || businessKey.isBlank() ? null : businessKey,
                title,
                number(variables, "priority"),
                maxAttempts,
                variables.get("blockedBy") instanceof String text ? ids(text) : List.of(),
                data);
    }

    /** Accepts a JSON array or comma-separated ids. */
    private static List<String> ids(String text) {
        if (text.strip().startsWith("[")) {
            return StreamSupport.stream(MoveRequest.json("blockedBy", text).spliterator(), false)
                    .map(JsonNode::asText)
                    .distinct()
                    .toList();
        }
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .distinct()
                .toList();
    }

    private static Integer number(Map<String, Object> variables, String name) {
        Object value = variables.get(name);
        if (value == null) {
            return null;
        }
        try {
            return Integer.valueOf(value.toString().strip());
        } catch (NumberFormatException e) {
            throw new Refusal(Reason.INVALID, name, "the variable '" + name + "' has to be a whole number");
        }
    }
}
