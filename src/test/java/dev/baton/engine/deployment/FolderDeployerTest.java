package dev.baton.engine.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.CapturedLog;
import dev.baton.testing.Database;
import dev.baton.testing.Drawing;
import dev.baton.testing.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

/** Bad files in the folder are refused in the log, one by one. */
class FolderDeployerTest {

    @TempDir
    Path folder;

    private final Baton baton = Baton.on(Database.H2);
    private final List<Resource> files = new ArrayList<>();

    @Test
    void aBadFileIsLoggedWithAllItsMistakesAndTheVersionBeforeStays() throws IOException {
        Drawing drawing = Drawing.good();
        save("mine.bpmn", drawing.xml());
        deploy();
        save(
                "mine.bpmn",
                drawing.draw("lost", Drawing.state("endEvent", "lost", "lost and found"))
                        .xml());
        Drawing other = Drawing.good();
        save("other.bpmn", other.xml());
        save("text.bpmn", "this is no XML");

        assertThat(String.join("\n", deploy()))
                .contains(
                        "mine.bpmn is not deployed, the version before it stays in use",
                        "lost: 'lost and found' is no name for a state",
                        "lost: no task can ever be in",
                        "text.bpmn is not deployed",
                        "not a BPMN file");
        assertThat(baton.versions(drawing.key())).isEqualTo(1);
        assertThat(baton.versions(other.key())).isEqualTo(1);
        baton.create(drawing.key());
    }

    @Test
    void aVersionFromElsewhereStaysUntilTheFileChanges() throws IOException {
        Drawing drawing = Drawing.good();
        save("mine.bpmn", drawing.xml());
        deploy();
        baton.deploy(drawing.draw("open__stop", Drawing.arrow("open__stop", "stop", "open_out", "done")));
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(2);
        save("mine.bpmn", drawing.xml());
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(2);
        save(
                "mine.bpmn",
                drawing.draw("open__leave", Drawing.arrow("open__leave", "leave", "open_out", "done"))
                        .xml());
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(3);
    }

    @Test
    void twoFilesWithOneKeyAreBothRefused() throws IOException {
        Drawing drawing = Drawing.good();
        save("first.bpmn", drawing.xml());
        save("second.bpmn", drawing.xml());
        assertThat(deploy())
                .anySatisfy(line -> assertThat(line)
                        .contains("first.bpmn and ", "second.bpmn have the same key '" + drawing.key() + "'"));
        assertThat(baton.versions(drawing.key())).isZero();
    }

    @Test
    void aDecisionTableBesideTheDiagramIsDeployedWithIt() throws IOException {
        Drawing drawing = Tables.deciding("singleEntry");
        save("mine.bpmn", drawing.xml());
        Files.writeString(folder.resolve("other.dmn"), "this is no table");
        assertThat(String.join("\n", deploy())).contains("mine.bpmn is not deployed", "no decision 'size'");
        Files.writeString(folder.resolve("sizes.dmn"), Tables.sizes("", "-", "4"));
        deploy();
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(1);
        String id = baton.create(drawing.key());
        Files.writeString(folder.resolve("sizes.dmn"), Tables.sizes("", "-", "execution"));
        assertThat(String.join("\n", deploy()))
                .contains("mine.bpmn is not deployed", "r0_result0: it uses 'execution'");
        Files.writeString(folder.resolve("sizes.dmn"), Tables.sizes("", "-", "5"));
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(2);
        baton.admin().move(id, "finish", "{}").expect(200);
        assertThat(baton.task(id).at("/data/size").asInt()).isEqualTo(4);
    }

    @Test
    void anUnchangedFileMakesNoNewVersionAndAChangedSchemaDoes() throws IOException {
        Drawing drawing = VersionsTest.withArtifact(Drawing.good(), "poem");
        save("mine.bpmn", drawing.xml());
        Path schema = Files.createDirectory(folder.resolve("artifacts")).resolve("poem.schema.json");
        Files.writeString(schema, VersionsTest.SCHEMA.formatted(10));
        deploy();
        String old = baton.create(drawing.key());
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(1);
        Files.writeString(schema, VersionsTest.SCHEMA.formatted(5));
        deploy();
        assertThat(baton.versions(drawing.key())).isEqualTo(2);
        String young = baton.create(drawing.key());
        baton.admin().move(young, "finish", "{\"poem\":\"123456\"}").expect(422);
        baton.admin().move(old, "finish", "{\"poem\":\"123456\"}").expect(200);
    }

    private void save(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        files.removeIf(known -> name.equals(known.getFilename()));
        files.add(new FileSystemResource(file));
    }

    private List<String> deploy() {
        try (CapturedLog log = new CapturedLog()) {
            baton.bean(FolderDeployer.class).deploy(files);
            return log.lines();
        }
    }
}
