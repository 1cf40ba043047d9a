package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.conformance.Errands.Row;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.EntryPoint;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import java.util.List;
import java.util.Map;

/** The same arrow has the same guards and writes the same rows through every entry point. */
class EntryPointsTest {

    @OnBothDatabases
    void everyArrowLeavesTheSameRowsThroughEveryEntryPoint(Baton baton) {
        for (Row row : Errands.TABLE) {
            if (row.kind().equals("actor")) {
                sameThroughEveryEntryPoint(baton, row);
            }
        }
    }

    private static void sameThroughEveryEntryPoint(Baton baton, Row row) {
        Map<String, Object> wanted = null;
        String first = Errands.in(baton, row.from());
        for (EntryPoint entryPoint : EntryPoint.open(baton, first, row.trigger())) {
            String id = Errands.in(baton, row.from(), row.to().equals("failed") ? 1 : 3);
            Answer answer = entryPoint.move(baton, "admin", id, row.trigger(), Errands.payload(row));
            assertThat(answer.status())
                    .as("%s through %s: %s", row, entryPoint, answer.body())
                    .isBetween(200, 204);
            Map<String, Object> rows = Traces.comparable(baton, id);
            wanted = wanted == null ? rows : wanted;
            assertThat(rows).as("%s through %s", row, entryPoint).isEqualTo(wanted);
        }
        assertThat(wanted).isNotNull();
    }

    @OnBothDatabases
    void theWrongRoleIsRefusedThroughEveryEntryPoint(Baton baton) {
        refused(baton, "intern", "open", "take", Errands.payload("take", "working"), "intern may not 'take'");
        refused(baton, "admin", "working", "deliver", Errands.payload("deliver", "packing"), "admin may not 'deliver'");
        refused(
                baton,
                "worker-1",
                "checking",
                "approve",
                Errands.payload("approve", "done"),
                "worker-1 may not 'approve'");
        refused(
                baton,
                "worker-1",
                "checking",
                "reject",
                Errands.payload("reject", "working"),
                "worker-1 may not 'reject'");
        refused(
                baton,
                "worker-1",
                "working",
                "cancel",
                Errands.payload("cancel", "cancelled"),
                "worker-1 may not 'cancel'");
    }

    @OnBothDatabases
    void aMissingArtifactIsRefusedThroughEveryEntryPoint(Baton baton) {
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
    void aMalformedArtifactIsRefusedThroughEveryEntryPoint(Baton baton) {
        refused(baton, "worker-1", "open", "take", Json.object("{\"plan\":{\"steps\":[]}}"), "plan.steps: ");
        refused(baton, "worker-1", "working", "deliver", Json.object("{\"result\":{\"text\":5}}"), "result.text: ");
        refused(baton, "reviewer-1", "checking", "reject", Json.object("{\"reason\":\"\"}"), "Reason required");
        refused(baton, "lead", "open", "cancel", Json.object("{\"reason\":\"\"}"), "Reason required");
    }

    @OnBothDatabases
    void anArrowThatIsNotThereIsRefusedThroughEveryEntryPoint(Baton baton) {
        refused(
                baton,
                "admin",
                "open",
                "deliver",
                Errands.payload("deliver", "packing"),
                "'deliver' is not possible from 'open'");
        refused(
                baton,
                "admin",
                "working",
                "expire",
                Errands.payload("expire", "packing"),
                "'expire' is not possible from 'working'");
        refused(
                baton,
                "admin",
                "checking",
                "take",
                Errands.payload("take", "working"),
                "'take' is not possible from 'checking'");
    }

    private static void refused(
            Baton baton, String user, String from, String trigger, ObjectNode payload, String reason) {
        String id = Errands.in(baton, from, 3, "worker-1");
        var before = Traces.of(baton, id);
        for (EntryPoint entryPoint : EntryPoint.open(baton, id, trigger)) {
            Answer answer = entryPoint.move(baton, user, id, trigger, payload);
            assertThat(answer.status())
                    .as("%s by %s through %s: %s", trigger, user, entryPoint, answer.body())
                    .isBetween(400, 499);
            assertThat(answer.body()).as("%s through %s", trigger, entryPoint).contains(reason);
            assertThat(Traces.of(baton, id))
                    .as("%s through %s", trigger, entryPoint)
                    .isEqualTo(before);
        }
    }

    @OnBothDatabases
    void withoutATriggerNoArrowIsGuessed(Baton baton) {
        for (String from : List.of("open", "working", "checking")) {
            String id = Errands.in(baton, from);
            var before = Traces.of(baton, id);
            EntryPoint entryPoint = from.equals("checking") ? EntryPoint.COMPLETE : EntryPoint.SIGNAL;
            Answer answer = entryPoint
                    .move(baton, "admin", id, null, Errands.payload("any", "done"))
                    .expect(400);
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
