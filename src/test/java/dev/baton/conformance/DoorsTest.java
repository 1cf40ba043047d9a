package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.conformance.Errands.Row;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Door;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import java.util.List;
import java.util.Map;

/** The same arrow through any door meets the same guards and leaves the same rows. */
class DoorsTest {

    @OnBothDatabases
    void everyArrowLeavesTheSameRowsThroughEveryDoor(Baton baton) {
        for (Row row : Errands.TABLE) {
            if (row.kind().equals("actor")) {
                sameThroughEveryDoor(baton, row);
            }
        }
    }

    private static void sameThroughEveryDoor(Baton baton, Row row) {
        Map<String, Object> wanted = null;
        String first = Errands.in(baton, row.from());
        for (Door door : Door.open(baton, first, row.trigger())) {
            String id = Errands.in(baton, row.from(), row.to().equals("failed") ? 1 : 3);
            Answer answer = door.move(baton, "admin", id, row.trigger(), Errands.payload(row));
            assertThat(answer.status())
                    .as("%s through %s: %s", row, door, answer.body())
                    .isBetween(200, 204);
            Map<String, Object> rows = Traces.comparable(baton, id);
            wanted = wanted == null ? rows : wanted;
            assertThat(rows).as("%s through %s", row, door).isEqualTo(wanted);
        }
        assertThat(wanted).isNotNull();
    }

    @OnBothDatabases
    void theWrongRoleIsRefusedThroughEveryDoor(Baton baton) {
        refused(baton, "intern", "open", "take", Errands.payload("working"), "intern may not 'take'");
        refused(baton, "admin", "working", "deliver", Errands.payload("packing"), "admin may not 'deliver'");
        refused(baton, "worker-1", "checking", "approve", Errands.payload("done"), "worker-1 may not 'approve'");
        refused(baton, "worker-1", "checking", "reject", Errands.payload("working"), "worker-1 may not 'reject'");
        refused(baton, "worker-1", "working", "cancel", Errands.payload("cancelled"), "worker-1 may not 'cancel'");
    }

    @OnBothDatabases
    void aMissingArtifactIsRefusedThroughEveryDoor(Baton baton) {
        refused(baton, "worker-1", "open", "take", Json.object("{}"), "Plan required for working");
        refused(
                baton,
                "worker-1",
                "working",
                "deliver",
                Json.object("{\"note\":\"n\"}"),
                "Result required for packing");
        refused(baton, "reviewer-1", "checking", "reject", Json.object("{}"), "Reason required for working");
        refused(baton, "lead", "checking", "cancel", Json.object("{}"), "Reason required for cancelled");
    }

    @OnBothDatabases
    void aMalformedArtifactIsRefusedThroughEveryDoor(Baton baton) {
        refused(baton, "worker-1", "open", "take", Json.object("{\"plan\":{\"steps\":[]}}"), "plan: ");
        refused(baton, "worker-1", "working", "deliver", Json.object("{\"result\":{\"text\":5}}"), "result: ");
        refused(baton, "reviewer-1", "checking", "reject", Json.object("{\"reason\":\"\"}"), "reason: ");
        refused(baton, "lead", "open", "cancel", Json.object("{\"reason\":\"\"}"), "reason: ");
    }

    @OnBothDatabases
    void anArrowThatIsNotThereIsRefusedThroughEveryDoor(Baton baton) {
        refused(baton, "admin", "open", "deliver", Errands.payload("packing"), "'deliver' is not possible from 'open'");
        refused(
                baton,
                "admin",
                "working",
                "expire",
                Errands.payload("packing"),
                "'expire' is not possible from 'working'");
        refused(
                baton,
                "admin",
                "checking",
                "take",
                Errands.payload("working"),
                "'take' is not possible from 'checking'");
    }

    private static void refused(
            Baton baton, String user, String from, String trigger, ObjectNode payload, String reason) {
        String id = Errands.in(baton, from, 3, "worker-1");
        var before = Traces.of(baton, id);
        for (Door door : Door.open(baton, id, trigger)) {
            Answer answer = door.move(baton, user, id, trigger, payload);
            assertThat(answer.status())
                    .as("%s by %s through %s: %s", trigger, user, door, answer.body())
                    .isBetween(400, 499);
            assertThat(answer.body()).as("%s through %s", trigger, door).contains(reason);
            assertThat(Traces.of(baton, id)).as("%s through %s", trigger, door).isEqualTo(before);
        }
    }

    @OnBothDatabases
    void withoutATriggerNoArrowIsGuessed(Baton baton) {
        for (String from : List.of("open", "working", "checking")) {
            String id = Errands.in(baton, from);
            var before = Traces.of(baton, id);
            Door door = from.equals("checking") ? Door.COMPLETE : Door.SIGNAL;
            Answer answer =
                    door.move(baton, "admin", id, null, Errands.payload("done")).expect(400);
            assertThat(answer.body()).contains("Several arrows fit");
            assertThat(Traces.of(baton, id)).isEqualTo(before);
        }
    }

    @OnBothDatabases
    void anErrorFromOutsideMovesNoTask(Baton baton) {
        String id = Errands.in(baton, "checking");
        var before = Traces.of(baton, id);
        String userTask = baton.engine()
                .getTaskService()
                .createTaskQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        Answer answer =
                baton.admin().post("/engine-rest/task/" + userTask + "/bpmnError", "{\"errorCode\":\"broken\"}");
        assertThat(answer.status()).as(answer.body()).isGreaterThanOrEqualTo(400);
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }
}
