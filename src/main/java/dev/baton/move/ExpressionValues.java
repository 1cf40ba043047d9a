package dev.baton.move;

import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.policy.Policy;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** What the expressions of a diagram read: {@code task}, {@code payload}, {@code actor} and {@code policy}. */
@Component
class ExpressionValues {

    private final Policy policy;
    private final Map<String, Function<Task, Object>> computedFields;

    ExpressionValues(Policy policy, List<ComputedField> fields) {
        this.policy = policy;
        this.computedFields = fields.stream().collect(Collectors.toMap(ComputedField::name, field -> field::value));
    }

    Object policy() {
        return policy.values();
    }

    Object task(Task task) {
        return new TaskExpressionView(task, computedFields);
    }

    Object of(Move move, String name) {
        return switch (name) {
            case "policy" -> policy();
            case "task" -> task(move.task());
            case "payload" -> Json.map(move.payload());
            default ->
                Map.of(
                        "id",
                        move.actor().id(),
                        "groups",
                        List.copyOf(move.actor().groups()));
        };
    }
}
