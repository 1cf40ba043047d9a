package dev.baton.engine.deployment;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;

class VersionsTest {

    static final String SCHEMA = "{\"type\":\"string\",\"maxLength\":%d}";

    @OnBothDatabases
    void aDiagramDeployedAloneGetsTheSchemasOfTheFolder(Baton baton) {
        Drawing drawing = withArtifact(Drawing.good(), "note");
        deploy(baton, drawing);
        String id = baton.create(drawing.key());
        baton.admin()
                .move(id, "finish", "{\"note\":\"" + "x".repeat(51) + "\"}")
                .expect(422);
        baton.admin()
                .move(id, "finish", "{\"note\":\"" + "x".repeat(50) + "\"}")
                .expect(200);
    }

    @OnBothDatabases
    void aDiagramDeployedAloneKeepsTheSchemasOfTheVersionBefore(Baton baton) {
        Drawing drawing = withArtifact(Drawing.good(), "poem");
        new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("artifacts/poem.schema.json", SCHEMA.formatted(10))
                .by(baton.admin())
                .expect(200);
        deploy(baton, drawing.draw("open__quit", arrow("open__quit", "quit", "open_out", "done")));
        assertThat(version(baton, drawing.key())).isEqualTo(2);
        String id = baton.create(drawing.key());
        baton.admin().move(id, "finish", "{\"poem\":\"12345678901\"}").expect(422);
        baton.admin().move(id, "finish", "{\"poem\":\"1234567890\"}").expect(200);
    }

    @OnBothDatabases
    void theModelersSecondDeploymentOfTheSameFileChangesNothing(Baton baton) {
        Drawing drawing = withArtifact(Drawing.good(), "note");
        deploy(baton, drawing);
        deploy(baton, drawing);
        assertThat(version(baton, drawing.key())).isEqualTo(1);
    }

    /** As the Modeler does it, with its duplicate filter. */
    private static void deploy(Baton baton, Drawing drawing) {
        new Deployment()
                .field("deployment-name", drawing.key())
                .field("deploy-changed-only", "true")
                .field("enable-duplicate-filtering", "true")
                .file(drawing.key() + ".bpmn", drawing.xml())
                .by(baton.admin())
                .expect(200);
    }

    static Drawing withArtifact(Drawing drawing, String artifact) {
        return drawing.draw(
                "open__finish", arrow("open__finish", "finish", "open_out", "done", properties("requires", artifact)));
    }

    private static int version(Baton baton, String key) {
        return baton.admin()
                .get("/api/lifecycles/" + key)
                .expect(200)
                .json()
                .get("version")
                .asInt();
    }
}
