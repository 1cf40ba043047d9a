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

/** A new task may bring its input and messages, but no context data that the server writes later. */
@Component
class FreshContext implements Rule {

    private static final Set<String> INPUT = Set.of("inputText", "inputMetadata", "source", TaskContext.MESSAGES);
    private static final Set<String> RECORDS = Set.of(TaskContext.ACTIONS, TaskContext.SNAPSHOTS, "afterwards");

    private final MessageRoles messageRoles;

    FreshContext(MessageRoles messageRoles) {
        this.messageRoles = messageRoles;
    }

    @Override
    public List<Fault> faults(Move move) {
        ObjectNode initial = TaskContext.initial();
        RECORDS.forEach(initial::putArray);
        List<Fault> faults = new ArrayList<>();
        move.payload().fields().forEachRemaining(field -> {
            String name = field.getKey();
            if (initial.has(name) && !INPUT.contains(name) && !isInitial(field.getValue(), initial.get(name))) {
                faults.add(new Fault(name, name + ": a new task has none yet, and the server keeps it: leave it out"));
            }
        });
        roles(move)
                .flatMap(role -> messageRoles.fault(move.task(), move.actor(), role).stream())
                .forEach(faults::add);
        return faults;
    }

    /** Ignores malformed messages: the JSON schema reports them. */
    private static Stream<String> roles(Move move) {
        return StreamSupport.stream(move.payload().path(TaskContext.MESSAGES).spliterator(), false)
                .map(message -> message.path("role").textValue())
                .filter(Objects::nonNull)
                .distinct();
    }

    private static boolean isInitial(JsonNode value, JsonNode initial) {
        return value.isNull() || Json.text(value).equals(Json.text(initial));
    }
}
