package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.stereotype.Component;

/** Every item of the submitted checklist has to be checked. */
@Component
class ChecklistCompleted implements Rule {

    private static final String NAME = "reviewChecklist";
    private static final List<String> MARKS = List.of("done", "checked", "completed");

    @Override
    public List<Fault> faults(Move move) {
        JsonNode items = move.payload().path(NAME).path("items");
        return StreamSupport.stream(items.spliterator(), false)
                .filter(item -> MARKS.stream()
                        .anyMatch(mark ->
                                item.path(mark).isBoolean() && !item.path(mark).booleanValue()))
                .map(item -> new Fault(NAME, "Not checked yet: " + label(item)))
                .toList();
    }

    private static String label(JsonNode item) {
        return item.path("label").asText(item.toString());
    }
}
