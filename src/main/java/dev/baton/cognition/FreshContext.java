package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.task.Json;
import dev.baton.task.Move;
import dev.baton.task.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;

/** A new task brings its input; thoughts, actions and results come with time and can't be brought along. */
@Component
class FreshContext implements Rule {

    private static final Set<String> INPUT = Set.of("inputText", "inputMetadata", "source", TaskContext.MESSAGES);
    private static final Set<String> LATER = Set.of(TaskContext.ACTIONS, TaskContext.SNAPSHOTS, "afterwards");

    @Override
    public List<Fault> faults(Move move) {
        ObjectNode fresh = TaskContext.fresh();
        LATER.forEach(fresh::putArray);
        List<Fault> faults = new ArrayList<>();
        move.payload().fields().forEachRemaining(field -> {
            String name = field.getKey();
            if (fresh.has(name) && !INPUT.contains(name) && !empty(field.getValue(), fresh.get(name))) {
                faults.add(new Fault(name, name + ": a new task has none yet, and the server keeps it: leave it out"));
            }
        });
        return faults;
    }

    private static boolean empty(JsonNode value, JsonNode fresh) {
        return value.isNull() || Json.text(value).equals(Json.text(fresh));
    }
}
