package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Java client that is generated from docs/openapi.yaml works a task: tools/clients/Worker.java. */
class GeneratedJavaClientTest {

    private static final Path WORKER = Path.of("tools", "clients", "Worker.java");

    @TempDir
    private Path folder;

    /** Skipped outside of the builds, which say where the generator is. */
    @Test
    void aWorkerInJavaCompletesATask() throws Exception {
        String generator = System.getProperty("client.generator");
        Assumptions.assumeTrue(generator != null, "there is no system property client.generator");
        generate(generator);
        Path classes = compile();
        URL[] places = {classes.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(places, getClass().getClassLoader())) {
            Object done = loader.loadClass("Worker")
                    .getMethod("work", String.class, String.class, String.class)
                    .invoke(null, Baton.on(Database.H2).url(), "worker-1", "demo");
            assertThat(done.toString()).contains("is completed");
        }
    }

    /** Without a library that the server doesn't have: Spring's RestClient, and no JsonNullable. */
    private void generate(String generator) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        generator,
                        "generate",
                        "--input-spec=docs/openapi.yaml",
                        "--generator-name=java",
                        "--library=restclient",
                        "--output=" + folder.resolve("client"),
                        "--invoker-package=dev.baton.client",
                        "--api-package=dev.baton.client.api",
                        "--model-package=dev.baton.client.model",
                        "--additional-properties=useJakartaEe=true,openApiNullable=false",
                        "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private Path compile() throws IOException {
        List<Path> sources = new ArrayList<>(List.of(WORKER));
        try (Stream<Path> files = Files.walk(folder.resolve("client/src/main/java"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "-proc:none",
                    "-nowarn");
            boolean compiled = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
        return classes;
    }
}
