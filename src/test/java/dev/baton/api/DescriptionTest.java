package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/openapi.yaml matches the API; {@code -Dopenapi.update=true} updates the file. */
class DescriptionTest {

    private static final Path FILE = Path.of("docs", "openapi.yaml");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    @Test
    void theKeptDescriptionIsWhatTheServerSays() throws IOException {
        String said = Baton.on(Database.H2)
                .anonymous()
                .get("/openapi.yaml")
                .expect(200)
                .body();
        if (Boolean.getBoolean("openapi.update")) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, said);
        }
        assertThat(FILE).exists();
        assertThat(pretty(YAML.readTree(FILE.toFile())))
                .as("docs/openapi.yaml; if the change is meant, run this test with -Dopenapi.update=true")
                .isEqualTo(pretty(YAML.readTree(said)));
    }

    /** Sorted, so that only the content counts. */
    private static String pretty(JsonNode description) throws IOException {
        ObjectMapper sorted = new ObjectMapper()
                .enable(com.fasterxml.jackson.databind.SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
        return sorted.writerWithDefaultPrettyPrinter()
                .writeValueAsString(sorted.treeToValue(description, Object.class));
    }
}
