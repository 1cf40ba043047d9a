package dev.baton.api;

import dev.baton.engine.diagram.DiagramVocabulary;
import dev.baton.engine.identity.Identities;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.Vocabulary;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lists the words of the diagram language. */
@RestController
@RequestMapping("/api/lifecycles")
@Tag(name = "Lifecycles")
class VocabularyController {

    /** @param on the elements that it belongs on */
    record PropertyView(String name, List<String> on, List<String> values, String meaning) {}

    /**
     * What a diagram can name on this server.
     *
     * @param roles what roles can say besides groups and task.field
     * @param rules for needs and fits
     * @param work for work, on end events
     */
    record VocabularyView(
            List<PropertyView> properties,
            List<String> roles,
            List<String> groups,
            List<String> rules,
            List<String> delegates,
            List<String> work,
            DiagramVocabulary.Expressions expressions) {}

    private final DiagramVocabulary vocabulary;
    private final Identities identities;

    VocabularyController(DiagramVocabulary vocabulary, Identities identities) {
        this.vocabulary = vocabulary;
        this.identities = identities;
    }

    @GetMapping("/vocabulary")
    @Operation(operationId = "getVocabulary", summary = "The words of the diagram language that this server knows")
    VocabularyView words() {
        return new VocabularyView(
                Vocabulary.words().stream()
                        .map(word -> new PropertyView(
                                word.name(),
                                word.places().stream()
                                        .sorted()
                                        .map(Vocabulary.Place::words)
                                        .toList(),
                                word.values(),
                                word.meaning()))
                        .toList(),
                Role.OF_TASK.stream().sorted().toList(),
                identities.groups(),
                vocabulary.rules(),
                vocabulary.delegates(),
                vocabulary.postEndActions(),
                vocabulary.expressions());
    }
}
