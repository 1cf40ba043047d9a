package dev.baton.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.lifecycle.Schema;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.camunda.bpm.engine.IdentityService;

/** The artifacts that moves of the governed lifecycle require: missing, malformed, and at their limits. */
@DatabaseIndependent
class ArtifactsTest {

    @OnBothDatabases
    void aWorkPlanHasThreeToSixSteps(Baton baton) {
        String id = Governed.in(baton, "ASSIGNED");
        for (int steps : List.of(0, 1, 2, 7)) {
            assertThat(Governed.fields(start(baton, id, plan(steps), 422)))
                    .as("%d steps", steps)
                    .containsExactly("workPlan");
        }
        start(baton, id, plan(3), 200);
        start(baton, id, plan(6), 200);
    }

    @OnBothDatabases
    void aWorkPlanThatIsNoneIsRefused(Baton baton) {
        String id = Governed.in(baton, "ASSIGNED");
        for (String plan : List.of(
                "\"do it\"",
                "null",
                "[]",
                "{\"bullets\":\"a, b, c\"}",
                "{\"bullets\":[\"a\",\"b\",\"  \"]}",
                "{\"bullets\":[\"a\",\"b\",3]}",
                "{\"bullets\":[\"a\",\"b\",\"c\"],\"estimatedCost\":-1}",
                "{\"bullets\":[\"a\",\"b\",\"c\"],\"estimatedCost\":\"much\"}",
                "{\"bullets\":[\"a\",\"b\",\"c\"],\"estimatedDuration\":5}")) {
            assertThat(Governed.fields(start(baton, id, "{\"workPlan\":%s}".formatted(plan), 422)))
                    .as(plan)
                    .containsExactly("workPlan");
        }
        assertThat(baton.state(id)).isEqualTo("ASSIGNED");
    }

    @OnBothDatabases
    void everyReasonIsToldAtOnceInTheShapeThatWasPublished(Baton baton) {
        IdentityService users = baton.engine().getIdentityService();
        String passing = "passing-" + Baton.newId();
        users.saveUser(users.newUser(passing));
        String id = Governed.create(baton, "{}");
        Governed.move(baton, "human", id, "assign", "{\"assigneeIds\":[\"%s\"]}".formatted(passing));
        users.deleteUser(passing);
        JsonNode refusal = baton.as("human").move(id, "start", "{}").expect(422).json();
        assertThat(refusal.get("success").asBoolean(true)).isFalse();
        assertThat(refusal.get("errors"))
                .isEqualTo(Json.read("[{\"field\":\"workPlan\",\"message\":\"Work plan required for IN_PROGRESS\"},"
                        + "{\"field\":\"assigneeIds\",\"message\":\"Must have at least one assignee\"}]"));
        assertThat(Json.texts(refusal.get("allowedTransitions")))
                .containsExactlyInAnyOrder("INBOX", "IN_PROGRESS", "CANCELED");
    }

    @OnBothDatabases
    void aStartPostsThePlan(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        JsonNode comment = Governed.data(baton, id).get("comments").get(0);
        assertThat(comment.get("kind").asText()).isEqualTo("work-plan");
        assertThat(Json.texts(comment.get("text"))).containsExactly("read", "write", "test");
        assertThat(comment.get("by").asText()).isEqualTo("worker-1");
    }

    @OnBothDatabases
    void assigneesHaveToExist(Baton baton) {
        String id = Governed.in(baton, "INBOX");
        for (String ids :
                List.of("[]", "\"worker-1\"", "[\"nobody\"]", "[\"worker-1\",\"nobody\"]", "[7]", "[\" \"]")) {
            Answer answer = baton.as("human")
                    .move(id, "assign", "{\"assigneeIds\":%s}".formatted(ids))
                    .expect(422);
            assertThat(Governed.fields(answer)).as(ids).containsExactly("assigneeIds");
        }
        assertThat(baton.as("human").move(id, "assign", "{\"assigneeIds\":[]}").body())
                .contains("Must have at least one assignee");
        assertThat(baton.as("human").move(id, "assign", "{}").expect(422).body())
                .contains("Assignees required for ASSIGNED");
        Governed.move(baton, "lead", id, "assign", "{\"assigneeIds\":[\"worker-2\",\"intern\"]}");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-2");
    }

    @OnBothDatabases
    void aSubmissionNeedsADeliverableAndACompletedChecklist(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        assertThat(Governed.fields(submit(baton, id, "{}", 422))).containsExactly("deliverable", "reviewChecklist");
        assertThat(submit(baton, id, "{}", 422).body()).contains("Deliverable required for REVIEW");
        for (String deliverable :
                List.of("\"text\"", "{}", "{\"content\":\" \",\"artifacts\":[]}", "{\"content\":\"x\"}")) {
            assertThat(Governed.fields(submit(baton, id, work(deliverable, "[{\"label\":\"l\",\"done\":true}]"), 422)))
                    .as(deliverable)
                    .containsExactly("deliverable");
        }
        for (String items : List.of(
                "[]",
                "\"all\"",
                "[\"tests\"]",
                "[{\"label\":\"tests\"}]",
                "[{\"label\":\"tests\",\"done\":\"yes\"}]",
                "[{\"label\":\"tests\",\"done\":true},{\"label\":\"docs\",\"done\":false}]",
                "[{\"label\":\"tests\",\"checked\":false}]")) {
            assertThat(Governed.fields(submit(baton, id, work("{\"content\":\"x\",\"artifacts\":[]}", items), 422)))
                    .as(items)
                    .containsExactly("reviewChecklist");
        }
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @OnBothDatabases
    void authorAndCostAreNotTheCallersToWrite(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        Governed.run(baton, "worker-1", id, "0.25", "ok").expect(201);
        Governed.move(baton, "worker-1", id, "submit", """
                {"deliverable":{"content":"x","artifacts":[],"author":"human"},
                 "reviewChecklist":{"type":"t","items":[{"label":"l","done":true}]}}""");
        JsonNode data = Governed.data(baton, id);
        assertThat(data.get("deliverable").get("author").asText()).isEqualTo("worker-1");
        assertThat(data.get("costSummary"))
                .isEqualTo(Json.read("{\"totalCost\":0.25,\"runCount\":1,\"tokenCount\":100}"));
    }

    @OnBothDatabases
    void withoutRunsTheCostIsNothing(Baton baton) {
        String id = Governed.in(baton, "REVIEW");
        assertThat(Governed.data(baton, id).get("costSummary"))
                .isEqualTo(Json.read("{\"totalCost\":0,\"runCount\":0,\"tokenCount\":0}"));
    }

    @OnBothDatabases
    void whatTheServerWritesFitsItsSchema(Baton baton) throws IOException {
        assertValid(baton, "REVIEW", "costSummary");
        assertValid(baton, "NEEDS_APPROVAL", "approval");
        assertValid(baton, "BLOCKED", "block");
        assertValid(baton, "DONE", "completionRecord", "approval", "costSummary");
    }

    private static void assertValid(Baton baton, String state, String... names) throws IOException {
        JsonNode data = Governed.data(baton, Governed.in(baton, state));
        for (String name : names) {
            byte[] schema = Files.readAllBytes(Path.of("bpmn/artifacts/governed", name + ".schema.json"));
            assertThat(Schema.parse(schema).problems(data.get(name))).as(name).isEmpty();
        }
    }

    @OnBothDatabases
    void aTaskBeginsWithoutWhatItsLifeGivesIt(Baton baton) {
        Answer answer = baton.as("human").post("/api/tasks", """
                        {"lifecycle":"governed","data":{"goal":"fine","assigneeIds":["worker-1"],"costSummary":{},
                         "approval":{},"completionRecord":{},"reviewCycles":-9}}""").expect(422);
        assertThat(Governed.fields(answer))
                .containsExactlyInAnyOrder(
                        "goal", "assigneeIds", "costSummary", "approval", "completionRecord", "reviewCycles");
        for (String data : List.of(
                "{\"budgetUsd\":-1}",
                "{\"budgetUsd\":\"5\"}",
                "{\"approvalExpiry\":\"PT0S\"}",
                "{\"approvalExpiry\":\"P99999D\"}",
                "{\"approvalExpiry\":\"soon\"}")) {
            baton.as("human")
                    .post("/api/tasks", "{\"lifecycle\":\"governed\",\"data\":%s}".formatted(data))
                    .expect(422);
        }
    }

    @OnBothDatabases
    void theOtherMovesSayWhatTheyNeed(Baton baton) {
        assertRequires(baton, "REVIEW", "request-changes", "{}", "feedback");
        assertRequires(baton, "REVIEW", "request-changes", "{\"feedback\":\" \"}", "feedback");
        assertRequires(baton, "REVIEW", "approve", "{}", "decisionNote");
        assertRequires(baton, "REVIEW", "block", "{}", "reason");
        assertRequires(baton, "REVIEW", "cancel", "{\"reason\":\"\"}", "reason");
        assertRequires(baton, "IN_PROGRESS", "request-approval", "{}", "reason", "risk");
        assertRequires(baton, "IN_PROGRESS", "request-approval", "{\"reason\":\"r\",\"risk\":\"BLUE\"}", "risk");
        assertRequires(baton, "NEEDS_APPROVAL", "decide", "{}", "decision", "decisionNote");
        assertRequires(
                baton, "NEEDS_APPROVAL", "decide", "{\"decision\":\"maybe\",\"decisionNote\":\"n\"}", "decision");
        assertRequires(baton, "NEEDS_APPROVAL", "decide", Governed.decision("approved", "NEEDS_APPROVAL"), "to");
        assertRequires(baton, "NEEDS_APPROVAL", "decide", Governed.decision("approved", "HEAVEN"), "to");
        assertRequires(baton, "NEEDS_APPROVAL", "decide", Governed.decision("denied", "DONE"), "decision");
        assertRequires(baton, "BLOCKED", "unblock", "{\"to\":\"REVIEW\"}", "to");
        assertRequires(baton, "BLOCKED", "unblock", "{\"to\":\"CANCELED\"}", "to");
        assertRequires(baton, "BLOCKED", "unblock", "{\"assigneeIds\":[\"nobody\"]}", "assigneeIds");
    }

    private static void assertRequires(Baton baton, String state, String trigger, String payload, String... fields) {
        String id = Governed.in(baton, state);
        Answer answer = baton.as("human").move(id, trigger, payload).expect(422);
        assertThat(Governed.fields(answer)).as("%s %s", trigger, payload).containsExactlyInAnyOrder(fields);
        assertThat(baton.state(id)).isEqualTo(state);
    }

    private static Answer start(Baton baton, String id, String payload, int status) {
        return Governed.dry(baton, "worker-1", id, "start", payload).expect(status);
    }

    private static Answer submit(Baton baton, String id, String payload, int status) {
        return Governed.dry(baton, "worker-1", id, "submit", payload).expect(status);
    }

    private static String plan(int steps) {
        return IntStream.range(0, steps)
                .mapToObj(i -> "\"step " + i + "\"")
                .collect(Collectors.joining(",", "{\"workPlan\":{\"bullets\":[", "]}}"));
    }

    private static String work(String deliverable, String items) {
        return "{\"deliverable\":%s,\"reviewChecklist\":{\"type\":\"code\",\"items\":%s}}"
                .formatted(deliverable, items);
    }
}
