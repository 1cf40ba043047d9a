package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules about the source files that their classes can't show. */
class SourceFilesTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/baton");
    private static final int LONGEST = 250;

    /** Why a file may be longer. */
    private static final Map<String, String> LONGER = new TreeMap<>(Map.of(
            "lifecycle/Diagram.java", "the elements of a diagram, and the indexes over them",
            "ledger/Task.java", "one row of the table: its fields and their accessors"));

    private static final Pattern ENGINE_TABLE = Pattern.compile("\\bact_(ru|re|ge|hi|id)_", Pattern.CASE_INSENSITIVE);

    @Test
    void onlyTheEnginePackageUsesTheEnginesTables() throws IOException {
        assertThat(files().stream()
                        .filter(file -> !file.startsWith("engine"))
                        .filter(file -> ENGINE_TABLE.matcher(text(file)).find()))
                .isEmpty();
    }

    @Test
    void noFileHasMoreThan250LinesWithoutAReason() throws IOException {
        assertThat(files().stream()
                        .filter(file -> text(file).lines().count() > LONGEST)
                        .map(file -> file.toString().replace('\\', '/')))
                .containsExactlyInAnyOrderElementsOf(LONGER.keySet());
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(".java"))
                    .map(SOURCES::relativize)
                    .toList();
            assertThat(found).hasSizeGreaterThan(100);
            return found;
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(SOURCES.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
