package dev.baton.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.lifecycle.Vocabulary.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lint rules for bpmnlint and the Modeler know the same words as the server. */
class VocabularyFileTest {

    private static final Path FILE = Path.of("tools", "bpmnlint-plugin-baton", "vocabulary.json");
    private static final String UPDATE = "mvn test -Dtest=VocabularyFileTest -Dlint.update=true";

    @Test
    void theLintRulesReadTheWordsOfTheServer() throws IOException {
        String words = json();
        if (Boolean.getBoolean("lint.update")) {
            Files.writeString(FILE, words);
        }
        assertThat(FILE)
                .as("make it with " + UPDATE + ", then run node tools/bpmnlint-plugin-baton/bundle.mjs")
                .hasContent(words);
    }

    private static String json() throws IOException {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("name", LifecycleValidator.NAME.pattern());
        Map<String, String> places = new LinkedHashMap<>();
        for (Place place : Place.values()) {
            places.put(place.name(), place.words());
        }
        file.put("places", places);
        file.put(
                "words",
                Vocabulary.words().stream().map(VocabularyFileTest::word).toList());
        file.put("guards", GuardValidator.GUARD_PROPERTIES);
        file.put("checkedElsewhere", sorted(PropertyValidator.CHECKED_ELSEWHERE));
        file.put("checkedOnArrows", sorted(PropertyValidator.CHECKED_ON_ARROWS));
        file.put("taskFields", sorted(TaskFields.NOT_COUNTABLE));
        file.put("recipients", sorted(MessageValidator.RECIPIENTS));
        file.put("reservedKeys", sorted(LifecycleValidator.RESERVED));
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        return new ObjectMapper().writer(printer).writeValueAsString(file) + "\n";
    }

    private static Map<String, Object> word(Vocabulary.Word word) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", word.name());
        fields.put("places", word.places().stream().sorted().toList());
        fields.put("values", word.values());
        return fields;
    }

    private static List<String> sorted(Collection<String> words) {
        return words.stream().sorted().toList();
    }
}
