package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MainTest {

    @Test
    void theServerIsTheDefault() {
        assertThat(Main.startsServer(new String[0])).isTrue();
        assertThat(Main.startsServer(new String[] {"--server.port=0"})).isTrue();
        assertThat(Main.startsServer(new String[] {"server", "--server.port=0"}))
                .isTrue();
        assertThat(Main.serverArguments(new String[] {"server", "--a.b=c"})).containsExactly("--a.b=c");
        assertThat(Main.serverArguments(new String[] {"--a.b=c"})).containsExactly("--a.b=c");
        assertThat(Main.startsServer(new String[] {"task", "list"})).isFalse();
        assertThat(Main.startsServer(new String[] {"--server", "http://127.0.0.1:1", "task", "list"}))
                .isFalse();
        assertThat(Main.startsServer(new String[] {"--help"})).isFalse();
        assertThat(Main.startsServer(new String[] {"server", "--help"})).isFalse();
    }

    @Test
    void aCommandLoadsNoSpring() throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        ServerProcess.installedClasspath(),
                        "dev.baton.Main",
                        "task",
                        "list",
                        "--server=http://127.0.0.1:1",
                        "--token-file=pom.xml")
                .redirectErrorStream(true)
                .start();
        String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tool.waitFor()).as(output).isEqualTo(2);
        assertThat(output).contains("dev.baton.cli.TaskList").doesNotContain("org.springframework", "ch.qos.logback");
    }
}
