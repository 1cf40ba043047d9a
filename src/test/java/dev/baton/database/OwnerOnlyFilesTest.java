package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class OwnerOnlyFilesTest {

    @TempDir
    Path folder;

    @Test
    void aServerMakesItsFilesForItsOwnerOnly() throws IOException {
        Path data = folder.resolve("deep/data");
        try (Baton baton = Baton.start(Database.h2(data.resolve("baton").toString()))) {
            baton.create("errand");
            assertThat(rights(data)).isEqualTo("rwx------");
            assertThat(data.resolve("baton.mv.db")).isNotEmptyFile();
            try (Stream<Path> files = Files.list(data)) {
                assertThat(files).allSatisfy(file -> assertThat(rights(file)).isEqualTo("rw-------"));
            }
        }
    }

    @Test
    void aFolderWithWiderRightsIsNarrowed() throws Exception {
        Path data = makeDatabase("data");
        OwnerOnlyFiles.prepare(url(data));
        assertThat(rights(data)).isEqualTo("rwx------");
        assertThat(rights(data.resolve("baton.mv.db"))).isEqualTo("rw-------");
        try (Connection connection = DriverManager.getConnection(url(data), "sa", "");
                var rows = connection.createStatement().executeQuery("SELECT a FROM kept")) {
            assertThat(rows.next()).as("what was in it is still there").isTrue();
        }
    }

    @Test
    void aFolderThatHoldsOtherThingsKeepsItsRightsAndTheFilesAreNarrowed() throws Exception {
        Path data = makeDatabase("home");
        Path other = Files.writeString(data.resolve("notes.txt"), "mine");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-r--r--"));
        OwnerOnlyFiles.prepare(url(data));
        assertThat(rights(data)).isEqualTo("rwxr-xr-x");
        assertThat(rights(other)).isEqualTo("rw-r--r--");
        assertThat(rights(data.resolve("baton.mv.db"))).isEqualTo("rw-------");
    }

    @Test
    void onlyFilesOfThisMachineAreMeant() {
        assertThat(OwnerOnlyFiles.database("jdbc:h2:file:./data/baton;LOCK_TIMEOUT=1"))
                .contains(Path.of("data/baton").toAbsolutePath());
        assertThat(OwnerOnlyFiles.database("jdbc:h2:/var/lib/x")).contains(Path.of("/var/lib/x"));
        assertThat(OwnerOnlyFiles.database("jdbc:h2:file:~/x")).contains(Path.of(System.getProperty("user.home"), "x"));
        assertThat(OwnerOnlyFiles.database("jdbc:h2:mem:x")).isEmpty();
        assertThat(OwnerOnlyFiles.database("jdbc:h2:tcp://localhost/x")).isEmpty();
    }

    private Path makeDatabase(String name) throws Exception {
        Path data = Files.createDirectory(folder.resolve(name));
        try (Connection connection = DriverManager.getConnection(url(data), "sa", "")) {
            connection.createStatement().execute("CREATE TABLE kept AS SELECT 1 a");
        }
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(data.resolve("baton.mv.db"), PosixFilePermissions.fromString("rw-r--r--"));
        return data;
    }

    private static String url(Path data) {
        return "jdbc:h2:file:" + data.resolve("baton");
    }

    private static String rights(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
