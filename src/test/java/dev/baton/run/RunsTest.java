package dev.baton.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import java.util.List;

/** Reported runs: their sums, and when the system requests an approval or blocks the task. */
class RunsTest {

    @OnBothDatabases
    void runsAddUpExactly(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        for (int i = 0; i < 3; i++) {
            Governed.run(baton, "worker-1", id, "0.1", "ok").expect(201);
        }
        JsonNode answer = Governed.run(baton, "worker-1", id, "0.000000001", "ok")
                .expect(201)
                .json();
        assertThat(answer.get("totalCost").decimalValue()).isEqualByComparingTo("0.300000001");
        assertThat(answer.get("runCount").asInt()).isEqualTo(4);
        assertThat(answer.get("tokenCount").asInt()).isEqualTo(400);
        assertThat(answer.get("state").asText()).isEqualTo("IN_PROGRESS");
        JsonNode data = Governed.data(baton, id);
        assertThat(data.get("costSummary"))
                .isEqualTo(Json.read("{\"totalCost\":0.300000001,\"runCount\":4,\"tokenCount\":400}"));
        assertThat(data.get("runs")).hasSize(4);
        assertThat(data.get("runs").get(0).get("tool").asText()).isEqualTo("compiler");
        assertThat(data.get("runs").get(0).get("by").asText()).isEqualTo("worker-1");
    }

    @OnBothDatabases
    void theBudgetMayBeUsedUpAndNotExceeded(Baton baton) {
        String id = Governed.with(baton, "{\"budgetUsd\":0.3}", "IN_PROGRESS");
        Governed.run(baton, "worker-1", id, "0.1", "ok").expect(201);
        Governed.run(baton, "worker-1", id, "0.2", "ok").expect(201);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        JsonNode answer =
                Governed.run(baton, "worker-1", id, "0.001", "ok").expect(201).json();
        assertThat(answer.get("state").asText()).isEqualTo("NEEDS_APPROVAL");
        JsonNode last = baton.history(id).get(baton.history(id).size() - 1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("trigger").asText()).isEqualTo("request-approval");
        JsonNode request = Governed.data(baton, id).get("approval");
        assertThat(request.get("cause").asText()).isEqualTo("budget");
        assertThat(request.get("requestedBy").asText()).isEqualTo("system");
        assertThat(request.get("reason").asText()).contains("0.301 USD").contains("0.3 USD");
        baton.as("worker-1").move(id, "decide", Governed.decision("withdrawn")).expect(403);
    }

    @OnBothDatabases
    void anApprovedOverrunGivesTheBudgetOnceMore(Baton baton) {
        String id = overBudget(baton);
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        assertThat(Governed.data(baton, id).get("budgetUsd").decimalValue()).isEqualByComparingTo("2.5");
        Governed.run(baton, "worker-1", id, "1", "ok").expect(201);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        Governed.run(baton, "worker-1", id, "0.01", "ok").expect(201);
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
    }

    @OnBothDatabases
    void theApproverCanSetTheNewBudget(Baton baton) {
        String id = overBudget(baton);
        String decision = "{\"decision\":\"%s\",\"decisionNote\":\"n\",\"budgetUsd\":%s}";
        baton.as("human")
                .move(id, "decide", decision.formatted("approved", "1.4"))
                .expect(422);
        baton.as("human")
                .move(id, "decide", decision.formatted("approved", "-1"))
                .expect(422);
        baton.as("human").move(id, "decide", decision.formatted("denied", "10")).expect(422);
        Governed.move(baton, "human", id, "decide", decision.formatted("approved", "10"));
        assertThat(Governed.data(baton, id).get("budgetUsd").decimalValue()).isEqualByComparingTo("10");
        Governed.run(baton, "worker-1", id, "8.5", "ok").expect(201);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @OnBothDatabases
    void aDeniedOverrunStaysOne(Baton baton) {
        String id = overBudget(baton);
        Governed.move(baton, "human", id, "decide", Governed.decision("denied"));
        Governed.move(baton, "human", id, "unblock", "{}");
        Governed.run(baton, "worker-1", id, "0.01", "ok").expect(201);
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
    }

    @OnBothDatabases
    void alsoInReviewTheBudgetHoldsAndElsewhereItIsFlagged(Baton baton) {
        String review = Governed.with(baton, "{\"budgetUsd\":1}", "REVIEW");
        Governed.run(baton, "worker-1", review, "1.5", "ok").expect(201);
        assertThat(baton.state(review)).isEqualTo("NEEDS_APPROVAL");
        String assigned = Governed.with(baton, "{\"budgetUsd\":1}", "ASSIGNED");
        Governed.run(baton, "worker-1", assigned, "1.5", "ok").expect(201);
        assertThat(baton.state(assigned)).isEqualTo("ASSIGNED");
        assertThat(Json.texts(baton.task(assigned).get("flags"))).containsExactly("over-budget");
    }

    @OnBothDatabases
    void threeFailuresInARowBlockTheTask(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        for (String outcome : List.of("failed", "failed", "ok", "failed", "failed")) {
            Governed.run(baton, "worker-1", id, "0", outcome).expect(201);
        }
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        JsonNode answer =
                Governed.run(baton, "worker-1", id, "0", "failed").expect(201).json();
        assertThat(answer.get("state").asText()).isEqualTo("BLOCKED");
        JsonNode block = Governed.data(baton, id).get("block");
        assertThat(block.get("cause").asText()).isEqualTo("failures");
        assertThat(block.get("by").asText()).isEqualTo("system");
        assertThat(block.get("reason").asText())
                .contains("3 runs failed in a row")
                .contains("compiler");
        Governed.move(baton, "human", id, "unblock", "{}");
        Governed.run(baton, "worker-1", id, "0", "failed").expect(201);
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
    }

    @OnBothDatabases
    void failuresBlockAlsoWhatWaitsForAnApproval(Baton baton) {
        String id = Governed.in(baton, "NEEDS_APPROVAL");
        for (int i = 0; i < 3; i++) {
            Governed.run(baton, "worker-1", id, "0", "failed").expect(201);
        }
        assertThat(baton.state(id)).isEqualTo("BLOCKED");
        assertThat(Governed.outcomes(baton, id)).containsExactly("open", "withdrawn");
    }

    @OnBothDatabases
    void whatIsNoRunIsRefusedAndCountsNothing(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        for (String body : List.of(
                "{}",
                "{\"costUsd\":1}",
                "{\"outcome\":\"ok\"}",
                "{\"costUsd\":-0.01,\"outcome\":\"ok\"}",
                "{\"costUsd\":\"1\",\"outcome\":\"ok\"}",
                "{\"costUsd\":1e300,\"outcome\":\"ok\"}",
                "{\"costUsd\":0.0000000001,\"outcome\":\"ok\"}",
                "{\"costUsd\":1,\"tokens\":-1,\"outcome\":\"ok\"}",
                "{\"costUsd\":1,\"tokens\":1.5,\"outcome\":\"ok\"}",
                "{\"costUsd\":1,\"outcome\":\"fine\"}",
                "{\"costUsd\":1,\"outcome\":\"ok\",\"price\":2}")) {
            baton.as("worker-1").post("/api/tasks/" + id + "/runs", body).expect(400);
        }
        assertThat(Governed.data(baton, id).has("costSummary")).isFalse();
    }

    @OnBothDatabases
    void runsAreReportedByThoseWhoWorkOnTheTaskOrLookAfterIt(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        for (String user : List.of("worker-1", "human", "admin")) {
            Governed.run(baton, user, id, "0", "ok").expect(201);
        }
        for (String user : List.of("worker-2", "lead", "reviewer-1", "intern")) {
            Governed.run(baton, user, id, "0", "ok").expect(403);
        }
        Governed.run(baton, "human", "t-nothing", "0", "ok").expect(404);
        Governed.run(baton, "human", Governed.in(baton, "DONE"), "0", "ok").expect(409);
    }

    @OnBothDatabases
    void theSameKeyCountsOnce(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS");
        var worker = baton.as("worker-1").with("X-Idempotency-Key", "run-" + id);
        String run = "{\"costUsd\":1.25,\"outcome\":\"ok\"}";
        for (int i = 0; i < 2; i++) {
            JsonNode answer =
                    worker.post("/api/tasks/" + id + "/runs", run).expect(201).json();
            assertThat(answer.get("totalCost").decimalValue()).isEqualByComparingTo("1.25");
        }
        worker.post("/api/tasks/" + id + "/runs", "{\"costUsd\":2,\"outcome\":\"ok\"}")
                .expect(409);
    }

    @OnBothDatabases
    void reportsAtTheSameInstantAllCount(Baton baton) {
        String id = Governed.with(baton, "{\"budgetUsd\":1}", "IN_PROGRESS");
        Crowd.of(8, i -> Governed.run(baton, "worker-1", id, "0.2", "ok").expect(201));
        JsonNode data = Governed.data(baton, id);
        assertThat(data.get("costSummary").get("totalCost").decimalValue()).isEqualByComparingTo("1.6");
        assertThat(data.get("runs")).hasSize(8);
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
        assertThat(Governed.outcomes(baton, id)).containsExactly("open");
    }

    private static String overBudget(Baton baton) {
        String id = Governed.with(baton, "{\"budgetUsd\":1}", "IN_PROGRESS");
        Governed.run(baton, "worker-1", id, "1.5", "ok").expect(201);
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
        return id;
    }
}
