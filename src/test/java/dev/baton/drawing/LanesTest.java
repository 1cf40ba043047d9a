package dev.baton.drawing;

import static dev.baton.drawing.Refusals.refused;
import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Drawing;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;

@DatabaseIndependent
class LanesTest {

    /** The state {@code open} is in one lane, the user task {@code checking} in another. */
    private static Drawing lanes(String first, String second) {
        return Drawing.stoppable()
                .lanes(lane("lane_1", first, "open", "open_out"), lane("lane_2", second, "checking"))
                .draw("checking", state("userTask", "checking", "checking"))
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "checking"))
                .draw("checking__approve", arrow("checking__approve", "approve", "checking", "done"))
                .draw("open__again", arrow("open__again", "again", "open_out", "open", properties("roles", "intern")));
    }

    private static String lane(String id, String name, String... nodes) {
        StringBuilder text = new StringBuilder("<bpmn:lane id=\"%s\" name=\"%s\">".formatted(id, name));
        for (String node : nodes) {
            text.append("<bpmn:flowNodeRef>").append(node).append("</bpmn:flowNodeRef>");
        }
        return text.append("</bpmn:lane>").toString();
    }

    @OnBothDatabases
    void aLaneIsTheRolesOfTheArrowsThatLeaveItsStates(Baton baton) {
        String id = baton.create(lanes("specialist", "lead, human"));
        baton.as("intern").move(id, "finish", "{}").expect(403);
        baton.as("worker-1").move(id, "again", "{}").expect(403);
        baton.as("intern").move(id, "again", "{}").expect(200);
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        baton.as("worker-1").move(id, "approve", "{}").expect(403);
        baton.as("human").move(id, "approve", "{}").expect(200);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void itsUserTasksAreOfferedToTheGroup(Baton baton) {
        Drawing drawing = lanes("specialist", "lead");
        String id = baton.create(drawing);
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
        assertThat(Json.list(baton.as("lead")
                        .get("/api/tasks?waitingFor=lead&lifecycle=" + drawing.key())
                        .expect(200)
                        .json()
                        .get("tasks")))
                .anySatisfy(task -> assertThat(task.get("id").asText()).isEqualTo(id));
    }

    @OnBothDatabases
    void messagesOutsideOfTheLaneStayOpen(Baton baton) {
        String id = baton.create(lanes("specialist", "lead"));
        baton.as("intern").move(id, "stop", "{}").expect(200);
    }

    @OnBothDatabases
    void theTableShowsTheRolesOfTheLane(Baton baton) {
        Drawing drawing = lanes("specialist", "lead");
        baton.deploy(drawing);
        JsonNode table = baton.lifecycle(drawing.key());
        assertThat(Json.list(table.get("transitions")))
                .filteredOn(t -> t.get("trigger").asText().equals("approve"))
                .singleElement()
                .satisfies(t -> assertThat(Json.texts(t.get("roles"))).containsExactly("lead"));
    }

    @OnBothDatabases
    void aLaneThatIsNoGroupHasToSayWhoItIs(Baton baton) {
        refused(baton, lanes("Development team", "lead"), "lane_1", "'Development' is no group");
        Drawing said = lanes("specialist", "lead");
        said.lanes("<bpmn:lane id=\"lane_1\" name=\"Development team\">" + properties("roles", "specialist")
                + "<bpmn:flowNodeRef>open</bpmn:flowNodeRef></bpmn:lane>");
        String id = baton.create(said);
        baton.as("intern").move(id, "finish", "{}").expect(403);
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void aLaneFromWhichNoArrowTakesItsRolesMayHaveAnyName(Baton baton) {
        Drawing drawing = lanes("Everything", "lead")
                .draw(
                        "open__finish",
                        arrow("open__finish", "finish", "open_out", "checking", properties("roles", "specialist")));
        String id = baton.create(drawing);
        baton.as("worker-1").move(id, "finish", "{}").expect(200);
    }
}
