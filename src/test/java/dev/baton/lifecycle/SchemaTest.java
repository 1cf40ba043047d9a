package dev.baton.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaTest {

    @Test
    void aDollarInAPatternIsTheVeryEnd() {
        assertThat(fits("^a$|^b$", "a")).isTrue();
        assertThat(fits("^a$|^b$", "b")).isTrue();
        assertThat(fits("^a$|^b$", "a\n")).isFalse();
        assertThat(fits("^a$|^b$", "b\n")).isFalse();
    }

    @Test
    void otherDollarsAreDollars() {
        assertThat(fits("^[$]\\d+\\$$", "$5$")).isTrue();
        assertThat(fits("^[$]\\d+\\$$", "$5")).isFalse();
        assertThat(fits("^[$]\\d+\\$$", "$5$\n")).isFalse();
    }

    @Test
    void aSchemaRefersToNoOtherDocument() {
        for (String reference : List.of(
                "classpath:application.yaml",
                "resource:application.yaml",
                "file:///etc/passwd",
                "https://example.org/schema.json",
                "other.json")) {
            assertThatThrownBy(() -> Schema.parse(
                            "{\"$ref\":\"%s\"}".formatted(reference).getBytes(StandardCharsets.UTF_8)))
                    .as(reference)
                    .hasMessageContaining("can't refer to another document");
        }
    }

    @Test
    void aMistakeInASchemaIsNamedWithItsPlace() {
        assertThatThrownBy(() -> Schema.parse("{\"minLength\":\"x\"}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("$.minLength: ");
    }

    @Test
    void formatsAreChecked() {
        assertThat(problems("{\"format\":\"date\"}", "2027-02-30")).isNotEmpty();
        assertThat(problems("{\"format\":\"date\"}", "2027-02-28")).isEmpty();
        assertThat(problems("{\"format\":\"email\"}", "nobody")).isNotEmpty();
        assertThat(problems("{\"format\":\"uuid\"}", "x")).isNotEmpty();
    }

    @Test
    void aHopelessPatternEndsSoon() {
        String text = "a".repeat(50_000) + "!";
        for (String pattern : List.of("^(a+)+$", "^(a|a)*$", "(a*)*b", "^(a|b)*$", "(x+x+)+y")) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> Schema.parse("{\"pattern\":\"%s\"}".formatted(pattern).getBytes(StandardCharsets.UTF_8))
                            .problems(TextNode.valueOf(text)),
                    pattern);
        }
        assertThat(problems("{\"pattern\":\"a*a*a*a*a*a*b\"}", "a".repeat(5_000)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("takes too long on this text"));
        assertThatThrownBy(() -> Schema.parse("{\"pattern\":\"(\"}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Schema.parse(
                        "{\"pattern\":\"%s\"}".formatted("(".repeat(5_000)).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Schema.Problem> problems(String schema, String text) {
        return Schema.parse(schema.getBytes(StandardCharsets.UTF_8)).problems(TextNode.valueOf(text));
    }

    private static boolean fits(String pattern, String text) {
        String schema = "{\"pattern\":\"%s\"}".formatted(pattern.replace("\\", "\\\\"));
        return Schema.parse(schema.getBytes(StandardCharsets.UTF_8))
                .problems(TextNode.valueOf(text))
                .isEmpty();
    }
}
