package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.stereotype.Component;

/** A new task brings its input; thoughts, actions and results come with time and can't be brought along. */
@Component
class FreshContext implements Rule {

    private static final Set<String> INPUT = Set.of("inputText", "inputMetadata", "source", TaskContext.MESSAGES);
    private static final Set<String> LATER = Set.of(TaskContext.ACTIONS, TaskContext.SNAPSHOTS, "afterwards");

    private final Speakers speakers;

    FreshContext(Speakers speakers) {
        this.speakers = speakers;
    }

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
        roles(move)
                .flatMap(role -> speakers.fault(move.task(), move.actor(), role).stream())
                .forEach(faults::add);
        return faults;
    }

    /** What a message has to look like is the schema's matter; what is none is passed over here. */
    private static Stream<String> roles(Move move) {
        return StreamSupport.stream(move.payload().path(TaskContext.MESSAGES).spliterator(), false)
                .map(message -> message.path("role").textValue())
                .filter(Objects::nonNull)
                .distinct();
    }

    private static boolean empty(JsonNode value, JsonNode fresh) {
        return value.isNull() || Json.text(value).equals(Json.text(fresh));
    }
}
