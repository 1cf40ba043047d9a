package dev.baton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Lifecycles that are not shipped: those of docs/examples, and {@code every-word} with the words that they don't use. */
public final class Examples {

    private static final Path DOCS = Path.of("docs", "examples");
    private static final Path TESTS = Path.of("src", "test", "resources", "drawing");

    private Examples() {}

    /** Deploys one as the Modeler does, with its schemas and decision tables. */
    public static void deploy(Baton baton, String key) {
        Path folder = Files.exists(DOCS.resolve(key + ".bpmn")) ? DOCS : TESTS;
        Deployment deployment = new Deployment();
        for (String file : List.of(key + ".bpmn", key + ".dmn")) {
            if (Files.exists(folder.resolve(file))) {
                deployment.file(file, text(folder.resolve(file)));
            }
        }
        try (Stream<Path> schemas = Files.list(folder.resolve("artifacts"))) {
            schemas.forEach(file -> deployment.file(file.getFileName().toString(), text(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        deployment.by(baton.admin()).expect(200);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
