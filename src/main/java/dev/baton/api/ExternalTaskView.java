package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Claimed work as Camunda's external task clients read it. */
record ExternalTaskView(
        String id,
        String topicName,
        String workerId,
        String lockExpirationTime,
        String activityId,
        String activityInstanceId,
        String executionId,
        String processInstanceId,
        String processDefinitionId,
        String processDefinitionKey,
        String businessKey,
        Integer retries,
        long priority,
        Map<String, Variable> variables) {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

    /** A typed value; objects and arrays are text of the type Json. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Variable(JsonNode value, String type) {}

    /** A task and the epoch of the lease with which it was fetched. */
    record Id(int epoch, String task) {

        private static final Pattern FORM = Pattern.compile("e(\\d{1,9})\\.(.+)");

        static Optional<Id> parse(String text) {
            Matcher matcher = FORM.matcher(text);
            return matcher.matches()
                    ? Optional.of(new Id(Integer.parseInt(matcher.group(1)), matcher.group(2)))
                    : Optional.empty();
        }

        String text() {
            return "e" + epoch + "." + task;
        }
    }

    static ExternalTaskView of(Task task, String element, String topic, String workerId) {
        return new ExternalTaskView(
                new Id(task.leaseEpoch(), task.id()).text(),
                topic,
                workerId,
                task.leaseExpiresAt() == null
                        ? null
                        : TIME.format(task.leaseExpiresAt().atOffset(ZoneOffset.UTC)),
                element,
                task.waitId(),
                task.waitId(),
                task.processInstanceId(),
                task.definitionId(),
                task.lifecycle(),
                task.id(),
                task.maxAttempts() - task.attempts(),
                task.priority(),
                variables(task.data()));
    }

    private static Map<String, Variable> variables(ObjectNode data) {
        Map<String, Variable> variables = new LinkedHashMap<>();
        data.fields().forEachRemaining(field -> variables.put(field.getKey(), variable(field.getValue())));
        return variables;
    }

    private static Variable variable(JsonNode value) {
        if (value.isContainerNode()) {
            return new Variable(Json.node(value.toString()), "Json");
        }
        String type = value.isTextual()
                ? "String"
                : value.isBoolean()
                        ? "Boolean"
                        : value.isIntegralNumber() ? "Long" : value.isNull() ? "Null" : "Double";
        return new Variable(value, type);
    }

    /** What a client sends as variables is the payload of the move. */
    static ObjectNode payload(Map<String, Variable> variables) {
        ObjectNode payload = Json.object();
        if (variables != null) {
            variables.forEach((name, variable) -> payload.set(name, value(name, variable)));
        }
        return payload;
    }

    private static JsonNode value(String name, Variable variable) {
        JsonNode value = variable == null || variable.value() == null ? Json.node(null) : variable.value();
        boolean json = variable != null && "json".equalsIgnoreCase(variable.type()) && value.isTextual();
        try {
            return json ? Json.readFromOutside(value.textValue()) : value;
        } catch (IllegalArgumentException e) {
            throw new BadRequest(List.of(new Fault(name, e.getMessage())));
        }
    }
}
