package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.client.UsageProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The command line finds out which lifecycle a file holds. */
class DiagramFileTest {

    @Test
    void theKeyIsTheIdOfTheExecutableProcess() {
        assertThat(key("<b:process id=\"only\"/>")).isEqualTo("only");
        assertThat(
                        key(
                                "<b:process id=\"customer\" isExecutable=\"false\"/><b:process id=\"ours\" isExecutable=\"true\"/>"))
                .isEqualTo("ours");
    }

    @Test
    void aFileWithoutOneIsNamed() {
        assertThatThrownBy(() -> key("<b:process id=\"sketch\" isExecutable=\"false\"/>"))
                .isInstanceOf(UsageProblem.class)
                .hasMessage("x.bpmn has no executable BPMN process with an id.");
        assertThatThrownBy(() -> key("<b:process")).hasMessageStartingWith("x.bpmn is not XML: ");
    }

    private static String key(String processes) {
        String file = "<b:definitions xmlns:b=\"http://www.omg.org/spec/BPMN/20100524/MODEL\">" + processes
                + "</b:definitions>";
        return DiagramFile.key(Path.of("x.bpmn"), file.getBytes(StandardCharsets.UTF_8));
    }
}
