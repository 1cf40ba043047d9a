package dev.baton.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Diagrams that are saved to the folder of a running server are deployed. */
class WatchedFolderTest {

    @TempDir
    static Path folder;

    private static Baton baton;

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(folder.resolve("first.bpmn"), Drawing.good("first").xml());
        Files.writeString(folder.resolve("gone.bpmn"), Drawing.good("gone").xml());
        Files.writeString(
                folder.resolve("bad.bpmn"),
                Drawing.good("bad")
                        .draw("done", Drawing.state("endEvent", "done", "all done"))
                        .xml());
        Files.writeString(folder.resolve("text.bpmn"), "this is no XML");
        baton = Baton.start(Map.of(
                "spring.datasource.url",
                "jdbc:h2:mem:watched;DB_CLOSE_DELAY=-1",
                "baton.lifecycles",
                folder.toUri().toString().replace("file:///", "file:/"),
                "baton.lifecycles-watch",
                "true"));
    }

    @AfterAll
    static void stop() {
        baton.close();
    }

    @Test
    void aSavedDiagramIsDeployedAndUsedAtOnceAndABrokenOneIsNot() throws IOException {
        String running = baton.create("first");
        int version = version("first");

        Files.writeString(folder.resolve("first.bpmn"), withMore("first", "leave"));
        eventually(() -> version("first") == version + 1);
        baton.admin().move(baton.create("first"), "leave", "{}").expect(200);
        baton.admin().move(running, "leave", "{}").expect(409);

        Files.writeString(
                folder.resolve("first.bpmn"), withMore("first", "leave").substring(0, 700));
        Files.writeString(
                folder.resolve("marker-1.bpmn"), Drawing.good("marker-1").xml());
        eventually(() -> version("marker-1") == 1);
        assertThat(version("first")).as("half a file changes nothing").isEqualTo(version + 1);

        Files.writeString(folder.resolve("first.bpmn"), withMore("first", "depart"));
        eventually(() -> version("first") == version + 2);
        baton.admin().move(baton.create("first"), "depart", "{}").expect(200);
    }

    @Test
    void badFilesDoNotStopTheStart() throws IOException {
        assertThat(version("bad")).isZero();
        baton.create("first");
        Files.writeString(folder.resolve("bad.bpmn"), Drawing.good("bad").xml());
        eventually(() -> version("bad") == 1);
    }

    @Test
    void aFileThatIsReplacedByAnotherCounts() throws IOException {
        Path draft = folder.resolve("second.bpmn~");
        Files.writeString(draft, Drawing.good("second").xml());
        Files.move(draft, folder.resolve("second.bpmn"), StandardCopyOption.ATOMIC_MOVE);
        eventually(() -> version("second") == 1);
    }

    @Test
    void aDeletedFileLeavesItsLifecycleInPlace() throws IOException {
        String id = baton.create("gone");
        Files.delete(folder.resolve("gone.bpmn"));
        Files.writeString(
                folder.resolve("marker-2.bpmn"), Drawing.good("marker-2").xml());
        eventually(() -> version("marker-2") == 1);
        baton.admin().move(id, "finish", "{}").expect(200);
        baton.admin().move(baton.create("gone"), "finish", "{}").expect(200);
    }

    @Test
    void aChangedSchemaCountsToo() throws IOException {
        Files.createDirectories(folder.resolve("artifacts"));
        Path schema = folder.resolve("artifacts/stamp.schema.json");
        Files.writeString(schema, "{\"type\":\"string\"}");
        Files.writeString(
                folder.resolve("stamped.bpmn"),
                Drawing.good("stamped")
                        .draw(
                                "open__finish",
                                Drawing.arrow(
                                        "open__finish",
                                        "finish",
                                        "open_out",
                                        "done",
                                        Drawing.properties("requires", "stamp")))
                        .xml());
        eventually(() -> version("stamped") == 1);
        baton.admin()
                .move(baton.create("stamped"), "finish", "{\"stamp\":\"x\"}")
                .expect(200);

        Files.writeString(schema, "{\"type\":\"integer\", \"minimum\":5}");
        eventually(() -> version("stamped") == 2);
        baton.admin()
                .move(baton.create("stamped"), "finish", "{\"stamp\":\"x\"}")
                .expect(422);
    }

    private static String withMore(String key, String trigger) {
        return Drawing.good(key)
                .draw("open__more", Drawing.arrow("open__more", trigger, "open_out", "done"))
                .xml();
    }

    private static int version(String key) {
        var answer = baton.admin().get("/api/lifecycles/" + key);
        return answer.status() == 200 ? answer.json().get("version").asInt() : 0;
    }

    /** Two seconds are the promise; a busy machine gets more. */
    private static void eventually(BooleanSupplier condition) {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still waiting").isLessThan(until);
            LockSupport.parkNanos(50_000_000);
        }
    }
}
