package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** An agent's plan: a list of steps, of which the first that is not completed is the current one. */
final class Plan {

    private static final String TOOL_CALL = "tool_call";

    private final JsonNode plan;

    private Plan(JsonNode plan) {
        this.plan = plan;
    }

    /** The plan in a task's data; a plan without steps if there is none. */
    static Plan in(JsonNode data) {
        return new Plan(data.path("plan"));
    }

    /** The plan in the payload of a move, in the form in which it is stored. */
    static Plan sent(JsonNode payload) {
        return new Plan(normalized(payload.path("plan")));
    }

    /** The plan as it is stored: every step has an index and parameters; what is computed is left out. */
    static ObjectNode normalized(JsonNode sent) {
        ObjectNode plan = Json.object();
        plan.set("goal", sent.get("goal"));
        var steps = plan.putArray("steps");
        sent.path("steps").forEach(step -> {
            ObjectNode stored = steps.addObject();
            stored.put("index", step.path("index").asInt(steps.size() - 1));
            stored.set("description", step.get("description"));
            stored.set("actionType", step.get("actionType"));
            stored.set("actionParams", step.path("actionParams").isObject() ? step.get("actionParams") : Json.object());
            stored.put("completed", step.path("completed").asBoolean());
        });
        plan.put("reasoning", sent.path("reasoning").asText(""));
        return plan;
    }

    Optional<ObjectNode> currentStep() {
        return steps().filter(step -> !isCompleted(step)).findFirst();
    }

    boolean hasMoreSteps() {
        return currentStep().isPresent();
    }

    /** The completed steps of this plan that are no completed steps of the other one. */
    List<ObjectNode> completedBeyond(Plan other) {
        return steps().filter(Plan::isCompleted)
                .filter(step -> other.steps().noneMatch(step::equals))
                .toList();
    }

    private static boolean isCompleted(JsonNode step) {
        return step.path("completed").asBoolean();
    }

    boolean callsTools() {
        return steps().anyMatch(step -> TOOL_CALL.equals(step.path("actionType").asText()));
    }

    /** Whether the steps' indexes start at 0 or 1 and have no gap, or no step has one. */
    boolean hasValidIndexes() {
        List<Long> indexes = steps().filter(step -> step.hasNonNull("index"))
                .map(step -> step.get("index").asLong())
                .toList();
        return indexes.isEmpty() || indexes.equals(countFrom(0)) || indexes.equals(countFrom(1));
    }

    private List<Long> countFrom(long first) {
        return LongStream.range(first, first + steps().count()).boxed().toList();
    }

    private Stream<ObjectNode> steps() {
        return StreamSupport.stream(plan.path("steps").spliterator(), false)
                .filter(JsonNode::isObject)
                .map(ObjectNode.class::cast);
    }
}
