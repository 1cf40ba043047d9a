package dev.baton.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the README's walk-through do what it says, as they stand there; only the port is another. */
class ReadmeTest {

    private static final Pattern BLOCK = Pattern.compile("```bash\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void fiveMinutesLeadToAReviewedAndCompletedTask() throws Exception {
        Baton baton = Baton.on(Database.H2);
        List<String> blocks = blocks();
        assertThat(blocks.get(0)).contains("mvn spring-boot:run");
        String script = "set -euo pipefail\n"
                + String.join("\n", blocks.subList(1, blocks.size())).replace("http://127.0.0.1:8080", baton.url());

        String output = run(script);

        assertThat(output)
                .contains("at least")
                .contains("\"trigger\":\"finish\"")
                .contains("stateDiagram-v2");
        assertThat(baton.state("first-steps")).isEqualTo("completed");
        assertThat(baton.task("first-steps").at("/data/reviews")).hasSize(2);
    }

    private static List<String> blocks() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String section = readme.substring(readme.indexOf("\n## Five minutes\n") + 1);
        section = section.substring(0, section.indexOf("\n## ", 3));
        return BLOCK.matcher(section).results().map(found -> found.group(1)).toList();
    }

    private String run(String script) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process bash = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(bash.waitFor(180, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(output);
        assertThat(bash.exitValue()).as(said).isZero();
        return said;
    }
}
