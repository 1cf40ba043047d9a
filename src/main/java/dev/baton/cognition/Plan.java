package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The steps that an agent means to take. What is next and whether there is more follows from what is done. */
final class Plan {

    private static final String TOOL_CALL = "tool_call";

    private final JsonNode plan;

    private Plan(JsonNode plan) {
        this.plan = plan;
    }

    /** The plan in a task's data; one without steps if there is none. */
    static Plan in(JsonNode data) {
        return new Plan(data.path("plan"));
    }

    /** A plan as it is kept: every step numbered, with parameters, and open. */
    static ObjectNode taken(JsonNode sent) {
        ObjectNode plan = Json.object();
        plan.set("goal", sent.get("goal"));
        var steps = plan.putArray("steps");
        sent.path("steps").forEach(step -> {
            ObjectNode kept = steps.addObject();
            kept.put("index", step.path("index").asInt(steps.size() - 1));
            kept.set("description", step.get("description"));
            kept.set("actionType", step.get("actionType"));
            kept.set("actionParams", step.path("actionParams").isObject() ? step.get("actionParams") : Json.object());
            kept.put("completed", false);
        });
        plan.put("reasoning", sent.path("reasoning").asText(""));
        return plan;
    }

    boolean exists() {
        return plan.isObject();
    }

    /** The first step that is not done. */
    Optional<ObjectNode> currentStep() {
        return steps().filter(step -> !step.path("completed").asBoolean()).findFirst();
    }

    boolean hasMoreSteps() {
        return currentStep().isPresent();
    }

    boolean callsTools() {
        return steps().anyMatch(step -> TOOL_CALL.equals(step.path("actionType").asText()));
    }

    /** Whether the steps are counted from 0 or from 1 without a gap, or not at all. */
    boolean wellNumbered() {
        List<Long> numbers = steps().filter(step -> step.hasNonNull("index"))
                .map(step -> step.get("index").asLong())
                .toList();
        return numbers.isEmpty() || numbers.equals(countFrom(0)) || numbers.equals(countFrom(1));
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
