package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A TypeScript client that is generated from docs/openapi.yaml works a task: tools/clients/worker.ts. */
class GeneratedTypeScriptClientTest {

    private static final Path FOLDER = Path.of("tools", "clients");

    @TempDir
    private Path folder;

    /** Skipped before {@code npm ci --prefix tools/clients}, except where {@code NODE_TESTS=always} says that it must run. */
    @Test
    void aWorkerInTypeScriptCompletesATask() throws IOException, InterruptedException {
        boolean must = "always".equals(System.getenv("NODE_TESTS"));
        Path generator = FOLDER.resolve("node_modules/openapi-typescript");
        Assumptions.assumeTrue(must || Files.isDirectory(generator), "there is no " + generator);
        Path worker = FOLDER.resolve("build/worker.js");
        Files.deleteIfExists(worker);

        run("node_modules/openapi-typescript/bin/cli.js", "../../docs/openapi.yaml", "-o", "build/baton.ts");
        run("node_modules/typescript/bin/tsc", "-p", ".");
        assertThat(worker).exists();
        assertThat(run("build/worker.js", Baton.on(Database.H2).url())).contains("is completed");
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command =
                Stream.concat(Stream.of("node"), Stream.of(arguments)).toList();
        Process process = new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as("%s: %s", command, Files.readString(output))
                    .isZero();
            return Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }
}
