package dev.baton.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.move.TransactionRunner;
import dev.baton.testing.Baton;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import java.math.BigDecimal;
import java.util.List;

/** Where a budget is judged, besides at a run: at the start, at the submission, and when it is lowered. */
class BudgetsTest {

    @OnBothDatabases
    void workThatIsOverBudgetBeforeItStartsWaitsForAnApproval(Baton baton) {
        String id = Governed.with(baton, "{\"budgetUsd\":1}", "ASSIGNED");
        Governed.run(baton, "worker-1", id, "1.5", "ok").expect(201);
        JsonNode answer = Governed.move(baton, "worker-1", id, "start", Governed.PLAN);
        assertThat(answer.get("to").asText()).isEqualTo("NEEDS_APPROVAL");
        List<JsonNode> history = baton.history(id);
        assertStep(history.get(history.size() - 2), "ASSIGNED", "IN_PROGRESS", "worker-1");
        assertStep(history.get(history.size() - 1), "IN_PROGRESS", "NEEDS_APPROVAL", "system");
        JsonNode request = Governed.data(baton, id).get("approval");
        assertThat(request.get("cause").asText()).isEqualTo("budget");
        assertThat(request.get("requestedBy").asText()).isEqualTo("system");
        assertThat(request.get("reason").asText()).contains("1.5 USD", "1 USD");
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertThat(baton.state(id)).isEqualTo("IN_PROGRESS");
        assertThat(Governed.data(baton, id).get("budgetUsd").decimalValue()).isEqualByComparingTo("2.5");
    }

    @OnBothDatabases
    void whatIsSubmittedOverBudgetGoesToReviewOnlyAfterAnApproval(Baton baton) {
        String id = Governed.with(baton, "{\"budgetUsd\":1}", "IN_PROGRESS");
        Governed.run(baton, "worker-1", id, "1", "ok").expect(201);
        lowerUnnoticed(baton, id, "0.5");
        JsonNode answer = Governed.move(baton, "worker-1", id, "submit", Governed.WORK);
        assertThat(answer.get("to").asText()).isEqualTo("NEEDS_APPROVAL");
        assertThat(Governed.data(baton, id).at("/approval/from").asText()).isEqualTo("REVIEW");
        Governed.move(baton, "human", id, "decide", Governed.decision("approved"));
        assertThat(baton.state(id)).isEqualTo("REVIEW");
        Governed.move(baton, "human", id, "approve", Governed.NOTE);
    }

    @OnBothDatabases
    void aBudgetThatIsLoweredBelowTheCostAsksAtOnce(Baton baton) {
        for (String state : List.of("IN_PROGRESS", "REVIEW")) {
            String id = Governed.with(baton, "{\"budgetUsd\":1}", state);
            Governed.run(baton, "worker-1", id, "1", "ok").expect(201);
            lower(baton, id, "0.5");
            assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
        }
        String assigned = Governed.with(baton, "{\"budgetUsd\":1}", "ASSIGNED");
        Governed.run(baton, "worker-1", assigned, "1", "ok").expect(201);
        lower(baton, assigned, "0.5");
        assertThat(baton.state(assigned)).isEqualTo("ASSIGNED");
        assertThat(baton.task(assigned).get("flags").get(0).asText()).isEqualTo("over-budget");
    }

    @OnBothDatabases
    void workThatWasUnblockedOverBudgetAsksAgain(Baton baton) {
        String id = Governed.with(baton, "{\"budgetUsd\":1}", "IN_PROGRESS");
        Governed.run(baton, "worker-1", id, "1.5", "ok").expect(201);
        Governed.move(baton, "human", id, "decide", Governed.decision("denied"));
        Governed.move(baton, "human", id, "unblock", "{}");
        assertThat(baton.state(id)).isEqualTo("NEEDS_APPROVAL");
    }

    private static void lower(Baton baton, String id, String budget) {
        baton.as("human")
                .send("PATCH", "/api/tasks/" + id, "{\"budgetUsd\":%s}".formatted(budget), "application/json")
                .expect(200);
    }

    /** As if the setting for all tasks were lower now. */
    private static void lowerUnnoticed(Baton baton, String id, String budget) {
        baton.bean(TransactionRunner.class).inTransaction(() -> {
            Task task = baton.bean(Ledger.class).lock(id).orElseThrow();
            task.data().put("budgetUsd", new BigDecimal(budget));
            baton.bean(Ledger.class).update(task);
            return task;
        });
    }

    private static void assertStep(JsonNode entry, String from, String to, String actor) {
        assertThat(entry.get("from").asText()).isEqualTo(from);
        assertThat(entry.get("to").asText()).isEqualTo(to);
        assertThat(entry.get("actor").asText()).isEqualTo(actor);
    }
}
