package dev.baton.engine.diagram;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;

@DatabaseIndependent
class DiagramRefusalsTest {

    @OnBothDatabases
    void everyFaultIsListedAtOnce(Baton baton) {
        Drawing drawing = spoilt();
        JsonNode problem = put(baton, drawing.key(), drawing.xml(), 422);
        assertThat(problem.get("errors"))
                .extracting(error -> error.get("element").asText())
                .containsExactlyInAnyOrder(drawing.key(), "done", "open__finish", "open__finish", "lost");
    }

    @OnBothDatabases
    void aRefusedVersionLeavesTheOldOneInPlace(Baton baton) {
        Drawing good = Drawing.good();
        put(baton, good.key(), good.xml(), 200);
        String spoilt = good.draw("lost", state("endEvent", "lost", "lost")).xml();
        put(baton, good.key(), spoilt, 422);
        new Deployment().file(good.key() + ".bpmn", spoilt).by(baton.admin()).expect(400);
        JsonNode table =
                baton.admin().get("/api/lifecycles/" + good.key()).expect(200).json();
        assertThat(table.get("version").asInt()).isEqualTo(1);
        assertThat(table.get("states")).hasSize(2);
        assertThat(baton.versions(good.key())).isEqualTo(1);
    }

    @OnBothDatabases
    void oneBadFileKeepsTheWholeDeploymentOut(Baton baton) {
        Drawing good = Drawing.good();
        Drawing bad = spoilt();
        new Deployment()
                .file(good.key() + ".bpmn", good.xml())
                .file(bad.key() + ".bpmn", bad.xml())
                .by(baton.admin())
                .expect(400);
        assertThat(baton.versions(good.key())).isZero();
        assertThat(baton.versions(bad.key())).isZero();
    }

    @OnBothDatabases
    void aSchemaThatIsNoneIsNamedWithTheArrowThatNeedsIt(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "open__finish",
                        arrow("open__finish", "finish", "open_out", "done", properties("requires", "poem")));
        JsonNode problem = new Deployment()
                .file(drawing.key() + ".bpmn", drawing.xml())
                .file("artifacts/poem.schema.json", "{\"type\":\"verse\"}")
                .by(baton.admin())
                .expect(400)
                .json();
        assertThat(errors(problem, drawing)).singleElement().satisfies(error -> {
            assertThat(error.get("mainElementId").asText()).isEqualTo("open__finish");
            assertThat(error.get("message").asText()).contains("requires 'poem': its schema can't be used: ");
        });
    }

    @OnBothDatabases
    void aTenantIsRefused(Baton baton) {
        Drawing drawing = Drawing.good();
        JsonNode problem = new Deployment()
                .field("tenant-id", "acme")
                .file(drawing.key() + ".bpmn", drawing.xml())
                .by(baton.admin())
                .expect(400)
                .json();
        assertThat(errors(problem, drawing)).singleElement().satisfies(error -> {
            assertThat(error.get("mainElementId").asText()).isEqualTo(drawing.key() + ".bpmn");
            assertThat(error.get("message").asText()).contains("deploy it without one");
        });
    }

    @OnBothDatabases
    void whatTheEngineItselfCannotReadIsNamedTheSameWay(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw("idle", node("serviceTask", "idle"))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "idle"))
                .draw("idle__done", arrow("idle__done", "idle", "done"));
        JsonNode problem = put(baton, drawing.key(), drawing.xml(), 422);
        assertThat(problem.get("errors")).singleElement().satisfies(error -> {
            assertThat(error.get("element").asText()).isEqualTo("idle");
            assertThat(error.get("message").asText()).contains("delegateExpression");
        });
        assertThat(baton.versions(drawing.key())).isZero();
    }

    @OnBothDatabases
    void aDiagramIsNotDeployedUnderAnotherKey(Baton baton) {
        Drawing drawing = Drawing.good();
        JsonNode problem = put(baton, "something-else", drawing.xml(), 422);
        assertThat(problem.get("errors")).singleElement().satisfies(error -> {
            assertThat(error.get("element").asText()).isEqualTo(drawing.key());
            assertThat(error.get("message").asText()).contains("'something-else'");
        });
        assertThat(baton.versions(drawing.key())).isZero();
    }

    @OnBothDatabases
    void onlyAdminsDeploy(Baton baton) {
        Drawing drawing = Drawing.good();
        baton.as("lead")
                .put("/api/lifecycles/" + drawing.key(), drawing.xml(), "application/xml")
                .expect(403);
        assertThat(new Deployment()
                        .file(drawing.key() + ".bpmn", drawing.xml())
                        .by(baton.as("lead"))
                        .status())
                .isEqualTo(403);
        assertThat(baton.versions(drawing.key())).isZero();
    }

    private static Drawing spoilt() {
        return Drawing.good()
                .attributes("isExecutable=\"true\"")
                .draw("done", state("endEvent", "done", "all done"))
                .draw("lost", state("endEvent", "lost", "lost"))
                .draw(
                        "open__finish",
                        element(
                                "sequenceFlow",
                                "id=\"open__finish\" name=\"finish\" sourceRef=\"open_out\" targetRef=\"done\"",
                                properties("roles", "boss", "requires", "poem")));
    }

    private static JsonNode put(Baton baton, String key, String xml, int status) {
        return baton.admin()
                .put("/api/lifecycles/" + key, xml, "application/xml")
                .expect(status)
                .json();
    }

    private static JsonNode errors(JsonNode problem, Drawing drawing) {
        return problem.get("details").get(drawing.key() + ".bpmn").get("errors");
    }
}
