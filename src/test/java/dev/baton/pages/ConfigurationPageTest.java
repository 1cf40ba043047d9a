package dev.baton.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.io.ClassPathResource;

/** docs/configuration.md lists every setting of Baton's own, with the default that application.yaml or the code has. */
class ConfigurationPageTest {

    private static final Pattern ROW =
            Pattern.compile("^\\| `(baton\\.[a-z.-]+)` \\| (?:`([^`|]*)`|(none|generated)) \\|", Pattern.MULTILINE);

    /** Settings that are not in application.yaml. */
    private static final Map<String, String> DEFAULTS_IN_CODE = Map.of(
            "baton.admin-password", "generated",
            "baton.demo.tasks", "true",
            "baton.pipeline.config", "classpath:/pipelines.yaml");

    @Test
    void itListsEverySettingWithItsDefault() throws IOException {
        Map<String, String> settings = new TreeMap<>(DEFAULTS_IN_CODE);
        EnumerablePropertySource<?> file = (EnumerablePropertySource<?>) new YamlPropertySourceLoader()
                .load("application", new ClassPathResource("application.yaml"))
                .get(0);
        for (String name : file.getPropertyNames()) {
            if (name.startsWith("baton.") && !name.equals("baton.policy")) {
                String value = String.valueOf(file.getProperty(name));
                settings.put(name, value.isEmpty() ? "none" : value);
            }
        }

        assertThat(listed()).isEqualTo(settings);
    }

    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        ROW.matcher(Files.readString(Path.of("docs", "configuration.md")))
                .results()
                .forEach(row -> listed.put(row.group(1), value(row)));
        return listed;
    }

    private static String value(MatchResult row) {
        return row.group(2) == null ? row.group(3) : row.group(2);
    }
}
