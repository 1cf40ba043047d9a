package dev.baton.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cli.client.UsageProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappingFileTest {

    @TempDir
    private Path folder;

    @Test
    void aFileOfOnesOwn() throws IOException {
        Mapping mapping = read("""
                lifecycle: errand
                take: [{state: open, moves: [take]}]
                run: [taken]
                success:
                  taken: [{trigger: finish, payload: {note: "${summary}"}, unless: result.later}]
                """);
        assertThat(mapping.lifecycle()).isEqualTo("errand");
        assertThat(mapping.after(Outcome.Kind.SUCCESS, "taken")).singleElement().satisfies(move -> {
            assertThat(move.trigger()).isEqualTo("finish");
            assertThat(move.unless()).isEqualTo("result.later");
        });
        assertThat(mapping.after(Outcome.Kind.FAILURE, "taken")).isEmpty();
    }

    @Test
    void allMistakesAreReportedAtOnce() {
        assertThatThrownBy(() -> read("sucess: {}\nsuccess: {taken: finish}\ntake: [clam]\n"))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContainingAll(
                        "sucess: there is no such field", "lifecycle: it is missing", "run: name", "clam")
                .hasMessageContaining("success.taken: this has to be a list");
    }

    @Test
    void whatIsNoYamlIsRefused() {
        assertThatThrownBy(() -> read("a: [")).isInstanceOf(UsageProblem.class).hasMessageContaining("is not YAML");
        assertThatThrownBy(() -> read("!!javax.script.ScriptEngineManager [x]")).isInstanceOf(UsageProblem.class);
    }

    private Mapping read(String yaml) throws IOException {
        return MappingFile.read(
                Files.writeString(folder.resolve("mapping.yaml"), yaml).toString());
    }
}
