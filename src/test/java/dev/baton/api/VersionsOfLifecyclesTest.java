package dev.baton.api;

import static dev.baton.testing.Drawing.arrow;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;

/** A diagram gets a version when it has changed, brings its schemas along, and can be retired. */
class VersionsOfLifecyclesTest {

    @OnBothDatabases
    void theSameBytesMakeNoNewVersionWhicheverWayTheyCome(Baton baton) {
        Drawing drawing = Drawing.good();
        assertThat(put(baton, drawing).get("changed").asBoolean()).isTrue();
        JsonNode again = put(baton, drawing);
        assertThat(again.get("changed").asBoolean()).isFalse();
        assertThat(again.get("version").asInt()).isEqualTo(1);
        assertThat(again.get("states")).hasSize(2);

        new Deployment()
                .file("other-name.bpmn", drawing.xml())
                .by(baton.admin())
                .expect(200);
        assertThat(baton.versions(drawing.key())).isEqualTo(1);
        Problem.of(baton.as("lead").put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml"), 403);
        assertThat(new Deployment()
                        .file(drawing.key() + ".bpmn", drawing.xml())
                        .by(baton.as("lead"))
                        .status())
                .isEqualTo(403);

        drawing.draw("open__stop", arrow("open__stop", "stop", "open_out", "done"));
        new Deployment()
                .file("other-name.bpmn", drawing.xml())
                .by(baton.admin())
                .expect(200);
        assertThat(put(baton, drawing).get("changed").asBoolean()).isFalse();
        assertThat(baton.versions(drawing.key())).isEqualTo(2);
    }

    @OnBothDatabases
    void schemasComeAlongAndStayWithTheirVersion(Baton baton) {
        Drawing drawing = Drawing.guarded("requires", "poem");
        String path = "/api/lifecycles/" + drawing.key();
        assertThat(put(baton, drawing, "string").get("changed").asBoolean()).isTrue();
        assertThat(put(baton, drawing, "string").get("changed").asBoolean()).isFalse();
        assertThat(put(baton, drawing, "integer").get("version").asInt()).isEqualTo(2);

        assertThat(poem(baton, path + "?version=1")).isEqualTo("string");
        assertThat(poem(baton, path + "?version=2")).isEqualTo("integer");
        assertThat(poem(baton, path)).isEqualTo("integer");
        Problem.of(baton.admin().get(path + "?version=3"), 404);
        Problem.of(files(drawing, "integer").send(baton.as("human"), "PUT", path), 403);
        Problem.of(files(drawing, "verse").send(baton.admin(), "PUT", path), 422);
    }

    private static Deployment files(Drawing drawing, String type) {
        return new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("artifacts/poem.schema.json", "{\"type\":\"" + type + "\"}");
    }

    /** Deploys the diagram with a schema of that type for its artifact. */
    private static JsonNode put(Baton baton, Drawing drawing, String type) {
        return files(drawing, type)
                .send(baton.admin(), "PUT", "/api/lifecycles/" + drawing.key())
                .expect(200)
                .json();
    }

    private static String poem(Baton baton, String path) {
        return baton.admin()
                .get(path)
                .expect(200)
                .json()
                .at("/schemas/poem/type")
                .asText();
    }

    @OnBothDatabases
    void aRetiredLifecycleTakesNoNewTasksAndRunningOnesGoOn(Baton baton) {
        Drawing drawing = Drawing.good();
        String id = baton.create(drawing);
        String path = "/api/lifecycles/" + drawing.key();
        Problem.of(baton.as("human").send("DELETE", path, null, null), 403);

        JsonNode report =
                baton.admin().send("DELETE", path, null, null).expect(200).json();
        assertThat(report.get("tasksRunning").asInt()).isEqualTo(1);
        assertThat(report.at("/running/open").asInt()).isEqualTo(1);
        assertThat(report.get("retiredBy").asText()).isEqualTo("admin");
        assertThat(baton.admin()
                        .send("DELETE", path, null, null)
                        .expect(200)
                        .json()
                        .get("retiredAt"))
                .isEqualTo(report.get("retiredAt"));

        String newTask = "{\"lifecycle\":\"%s\"}".formatted(drawing.key());
        assertThat(Problem.of(baton.admin().post("/api/tasks", newTask), 422).detail())
                .contains("takes no new tasks: admin has retired it");
        baton.admin()
                .post("/engine-rest/process-definition/key/" + drawing.key() + "/start", "{}")
                .expect(400);
        assertThat(Json.list(baton.admin().get("/api/lifecycles").expect(200).json()))
                .filteredOn(l -> l.get("key").asText().equals(drawing.key()))
                .singleElement()
                .satisfies(l -> assertThat(l.get("retired").asBoolean()).isTrue());
        baton.admin().move(id, "again", "{}").expect(200);
        baton.admin().move(id, "finish", "{}").expect(200);

        assertThat(put(baton, drawing).get("changed").asBoolean()).isTrue();
        assertThat(baton.versions(drawing.key())).isEqualTo(1);
        baton.create(drawing.key());
    }

    @OnBothDatabases
    void onlyALifecycleThatExistsCanBeRetired(Baton baton) {
        Problem.of(baton.admin().send("DELETE", "/api/lifecycles/no-such", null, null), 404);
    }

    private static JsonNode put(Baton baton, Drawing drawing) {
        return baton.admin()
                .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                .expect(200)
                .json();
    }
}
