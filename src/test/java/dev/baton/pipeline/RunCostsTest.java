package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;

/** Whatever reports a cost counts into the total, the budget and the checkpoint. */
class RunCostsTest {

    @OnBothDatabases
    void classificationPhasesRunsAndVerificationAddUp(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton.as("worker-1"), "{}");
        run.move("classified", "{\"intent\":\"docs\",\"confidence\":0.2,\"costUsd\":0.01}")
                .expect(200);
        run.move("clarify", "{\"text\":\"the manual\"}").expect(200);
        run.move("classified", "{\"intent\":\"docs\",\"confidence\":0.9,\"costUsd\":0.02}")
                .expect(200);
        run.move("route", "{}").expect(200);
        report(run, "0.1").expect(201);
        report(run, "0.2").expect(201);
        run.succeed("pages", "0.3").expect(200);
        run.move("verified", "{\"checks\":[{\"name\":\"x\",\"passed\":true}],\"costUsd\":0.04}")
                .expect(200);
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.67");
        assertThat(checkpoint.get("classification_cost_usd").decimalValue()).isEqualByComparingTo("0.03");
        assertThat(checkpoint.get("verification_cost_usd").decimalValue()).isEqualByComparingTo("0.04");
        assertThat(checkpoint.at("/phases/0/cost_usd").decimalValue()).isEqualByComparingTo("0.6");
        JsonNode evaluation = run.records("evaluation").get(0);
        assertThat(evaluation.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.67");
        assertThat(run.records("checkpoints"))
                .last()
                .satisfies(
                        c -> assertThat(c.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.67"));
    }

    @OnBothDatabases
    void aRunReportedOverBudgetStopsTheRunAtOnce(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{\"budgetUsd\":0.5}");
        assertThat(report(run, "0.5").expect(201).json().get("state").asText()).isEqualTo("executing");
        JsonNode answer = report(run, "0.000000001").expect(201).json();
        assertThat(answer.get("state").asText()).isEqualTo("stopped");
        assertThat(run.pairs()).endsWith("executing -> stopped");
        JsonNode last = run.history().get(run.history().size() - 1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
        assertThat(last.get("onBehalfOf").asText()).isEqualTo("worker-1");
        assertThat(last.at("/payload/reason").asText()).contains("0.500000001 USD", "0.5 USD");
        JsonNode report = run.records("reports").get(0);
        assertThat(report.get("cause").asText()).isEqualTo("over budget");
        assertThat(report.get("in_progress").asText()).isEqualTo("write");
        assertThat(run.resumed("{\"budgetUsd\":1}").phase()).isEqualTo("write");
    }

    @OnBothDatabases
    void aBudgetThatIsLoweredBelowTheCostStopsTheRun(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{\"budgetUsd\":2}");
        report(run, "0.6").expect(201);
        patchBudget(baton, run, "0.6").expect(200);
        assertThat(run.state()).isEqualTo("executing");
        patchBudget(baton, run, "0.5").expect(200);
        assertThat(run.state()).isEqualTo("stopped");
        JsonNode last = run.history().get(run.history().size() - 1);
        assertThat(last.get("actor").asText()).isEqualTo("system");
    }

    private static Answer patchBudget(Baton baton, PipelineRun run, String budget) {
        return baton.as("human")
                .send("PATCH", "/api/tasks/" + run.id(), "{\"budgetUsd\":" + budget + "}", "application/json");
    }

    @OnBothDatabases
    void nobodyButTheSystemSaysThatARunIsOverBudget(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.move("over-budget", "{\"reason\":\"I say so\"}").expect(403);
    }

    @OnBothDatabases
    void aFailedVerificationOverBudgetIsNotTriedAgain(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.admin(), "docs", "{\"budgetUsd\":0.5}");
        run.succeed("pages", "0.5").expect(200);
        run.move("verified", "{\"checks\":[{\"name\":\"x\",\"passed\":false}],\"costUsd\":0.1}")
                .expect(200);
        assertThat(run.pairs()).endsWith("verifying -> retrying", "retrying -> stopped");
        assertThat(run.checkpoint().get("stopped_because").asText()).isEqualTo("over budget");
    }

    @OnBothDatabases
    void othersThanTheWorkerReportNoRuns(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
        report(run.as(baton.as("worker-2")), "0.1").expect(403);
        report(run.as(baton.as("human")), "0.1").expect(201);
        assertThat(run.checkpoint().get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.1");
    }

    @OnBothDatabases
    void aRunWhoseBlockersAreTakenAwayIsNotStopped(Baton baton) {
        String blocker = baton.create("work-queue");
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"pipeline\",\"id\":\"%s\",\"blockedBy\":[\"%s\"]}".formatted(id, blocker))
                .expect(201);
        PipelineRun run = new PipelineRun(baton.admin(), id);
        run.classify("docs", "0.9").expect(200);
        run.move("route", "{}").expect(200);
        baton.admin()
                .put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":[]}", "application/json")
                .expect(200);
        assertThat(run.state()).isEqualTo("executing");
        assertThat(Json.texts(run.task().get("flags"))).isEmpty();
    }

    private static Answer report(PipelineRun run, String cost) {
        return run.caller()
                .post("/api/tasks/" + run.id() + "/runs", "{\"costUsd\":%s,\"outcome\":\"ok\"}".formatted(cost));
    }
}
