package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official TypeScript client works a task, too: tools/mcp/agent.mjs. */
class TypeScriptClientTest {

    private static final Path CLIENT = Path.of("tools", "mcp", "node_modules", "@modelcontextprotocol", "sdk");

    @TempDir
    private Path folder;

    /** Skipped before {@code npm ci --prefix tools/mcp}, except where {@code NODE_TESTS=always} says that it must run. */
    @Test
    void anAgentInNodeCompletesATask() throws IOException, InterruptedException {
        boolean must = "always".equals(System.getenv("NODE_TESTS"));
        Assumptions.assumeTrue(must || Files.isDirectory(CLIENT), "there is no " + CLIENT);
        Path output = folder.resolve("output");
        Process agent = new ProcessBuilder(
                        "node", "tools/mcp/agent.mjs", Baton.on(Database.H2).url())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(agent.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(agent.exitValue()).as(Files.readString(output)).isZero();
            assertThat(Files.readString(output)).contains("is completed");
        } finally {
            agent.destroyForcibly();
        }
    }
}
