package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.token.WritableData;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import java.util.AbstractMap;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The variable {@code task} in expressions of diagrams: {@code ${task.attempts}} reads a field, {@code ${task.criticality}}
 * reads from the data, and {@code ${task.put('rounds', task.rounds + 1)}} writes into the data.
 */
final class TaskExpressionView extends AbstractMap<String, Object> implements WritableData {

    private static final int MAX_USER = 255;

    private final Task task;
    private final Map<String, Function<Task, Object>> computedFields;

    TaskExpressionView(Task task, Map<String, Function<Task, Object>> computedFields) {
        this.task = task;
        this.computedFields = computedFields;
    }

    @Override
    public Object get(Object name) {
        return switch ((String) name) {
            case "id" -> task.id();
            case "lifecycle" -> task.lifecycle();
            case "state" -> task.state();
            case "title" -> task.title();
            case "priority" -> task.priority();
            case "assignee" -> task.assignee();
            case "attempts" -> task.attempts();
            case "maxAttempts" -> task.maxAttempts();
            case "leaseExpiresAt" -> task.leaseExpiresAt() == null ? null : Date.from(task.leaseExpiresAt());
            case "data" -> Json.map(task.data());
            default -> {
                Function<Task, Object> computed = computedFields.get(name);
                if (computed != null) {
                    yield computed.apply(task);
                }
                JsonNode value = task.data().get((String) name);
                yield value == null ? null : Json.value(value);
            }
        };
    }

    @Override
    public Object put(String name, Object value) {
        switch (name) {
            case "assignee" -> task.assignTo(user(text(name, value)));
            case "attempts" -> task.attempts(number(name, value));
            case "priority" -> task.priority(number(name, value));
            case "title" -> task.title(title(text(name, value)));
            default -> DataLimits.set(task.data(), name, Json.node(value));
        }
        return null;
    }

    private static String text(String name, Object value) {
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new Refusal(Reason.INVALID, name, "'" + name + "' has to be a text");
    }

    private static int number(String name, Object value) {
        if (value instanceof Number number) {
            return number.intValue();
        }
        throw new Refusal(Reason.INVALID, name, "'" + name + "' has to be a number");
    }

    private static String title(String text) {
        if (text == null || text.isBlank() || text.length() > NewTask.MAX_TITLE) {
            throw new Refusal(
                    Reason.INVALID, "title", "a title is a text of at most " + NewTask.MAX_TITLE + " characters");
        }
        return text;
    }

    private static String user(String id) {
        if (id != null && (id.isBlank() || id.length() > MAX_USER)) {
            throw new Refusal(
                    Reason.INVALID,
                    "assignee",
                    "an assignee is the id of a user, of at most " + MAX_USER + " characters");
        }
        return id;
    }

    @Override
    public boolean containsKey(Object name) {
        return true;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        Map<String, Object> all = new LinkedHashMap<>(Json.map(task.data()));
        for (String name :
                Set.of("id", "lifecycle", "state", "title", "priority", "assignee", "attempts", "maxAttempts")) {
            all.put(name, get(name));
        }
        return all.entrySet();
    }
}
