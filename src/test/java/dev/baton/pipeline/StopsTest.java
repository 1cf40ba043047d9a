package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import java.util.List;

/** The exact limits at which a run stops, and its report. */
@DatabaseIndependent
class StopsTest {

    @OnBothDatabases
    void aRunMayCostWhatItsBudgetSaysAndNotABillionthMore(Baton baton) {
        PipelineRun exact = PipelineRun.executing(baton, "docs");
        exact.fail("e", "1.5").expect(200);
        exact.succeed("pages", "0.5").expect(200);
        assertThat(exact.state()).isEqualTo("verifying");

        PipelineRun failing = PipelineRun.executing(baton, "docs");
        failing.fail("e", "2").expect(200);
        assertThat(failing.state()).isEqualTo("executing");
        failing.fail("f", "0.000000001").expect(200);
        assertThat(failing.state()).isEqualTo("stopped");
        assertThat(failing.pairs()).endsWith("executing -> stopped");

        PipelineRun succeeding = PipelineRun.executing(baton, "docs");
        JsonNode answer = succeeding.succeed("pages", "2.000000001").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("stopped");
        JsonNode report = answer.get("report");
        assertThat(report.get("cause").asText()).isEqualTo("over budget");
        assertThat(report.get("in_progress").isNull()).isTrue();
        assertThat(names(report.get("completed"))).containsExactly("write");
        assertThat(report.get("last_output").asText()).isEqualTo("pages");
    }

    @OnBothDatabases
    void aTaskCanBringItsOwnBudget(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.admin(), "docs", "{\"budgetUsd\":0.25}");
        assertThat(run.checkpoint().get("budget_usd").decimalValue()).isEqualByComparingTo("0.25");
        run.fail("e", "0.26").expect(200);
        assertThat(run.state()).isEqualTo("stopped");
        PipelineRun withTheDefault = PipelineRun.executing(baton, "refactor");
        assertThat(withTheDefault.checkpoint().get("budget_usd").decimalValue()).isEqualByComparingTo("5");
    }

    @OnBothDatabases
    void cancelReportsWhatWasDoneWhatWasUnderWayAndTheCost(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        run.succeed("the plan", "0.4").expect(200);
        run.fail("typo", "0.3").expect(200);
        JsonNode report = run.cancel("changed my mind").expect(200).json().get("report");
        assertThat(report.get("cause").asText()).isEqualTo("cancelled");
        assertThat(report.get("reason").asText()).isEqualTo("changed my mind");
        assertThat(names(report.get("completed"))).containsExactly("plan");
        assertThat(report.get("in_progress").asText()).isEqualTo("implement");
        assertThat(report.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.7");
        assertThat(report.get("last_output").asText()).isEqualTo("the plan");
        assertThat(run.records("reports").get(0).get("in_progress").asText()).isEqualTo("implement");
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("state").asText()).isEqualTo("stopped");
        assertThat(checkpoint.get("current_phase").asText()).isEqualTo("implement");
        assertThat(checkpoint.get("stopped_because").asText()).isEqualTo("cancelled");
    }

    @OnBothDatabases
    void equalFailuresTripTheBreakerOnlyWhenTheyComeOnAStrongerModelToo(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.fail("out of ink", "0.1").expect(200);
        run.fail("  out of\\nink ", "0.1").expect(200);
        assertThat(run.tier()).isEqualTo("haiku");
        run.fail("out of ink", "0.1").expect(200);
        assertThat(run.state()).isEqualTo("executing");
        assertThat(run.tier()).isEqualTo("sonnet");
        JsonNode answer = run.fail("out of ink", "0.1").expect(200).json();
        assertThat(answer.get("to").asText()).isEqualTo("stopped");
        assertThat(run.pairs()).endsWith("executing -> retrying", "retrying -> stopped");
        JsonNode report = answer.get("report");
        assertThat(report.get("cause").asText()).isEqualTo("breaker tripped");
        assertThat(report.get("failures")).hasSize(4);
        assertThat(report.get("failures").get(3).get("error").asText()).isEqualTo("out of ink");
        assertThat(report.get("current_phase").asText()).isEqualTo("write");
        assertThat(report.get("attempt").asInt()).isEqualTo(4);
        assertThat(Json.texts(report.get("tiers_tried"))).containsExactly("haiku", "sonnet");
        assertThat(report.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.4");
        assertThat(report.has("last_output")).isTrue();
        assertThat(run.history().get(run.history().size() - 1).get("trigger").asText())
                .isEqualTo("breaker tripped");
    }

    @OnBothDatabases
    void aDifferentFailureBetweenKeepsTheBreakerFromTripping(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        for (String error : List.of("ink", "ink", "paper", "ink", "ink")) {
            run.fail(error, "0.1").expect(200);
        }
        assertThat(run.state()).isEqualTo("executing");
        assertThat(run.tier()).isEqualTo("sonnet");
        run.fail("ink", "0.1").expect(200);
        assertThat(run.tier()).as("three in a row at one tier").isEqualTo("opus");
        run.fail("ink", "0.1").expect(200);
        assertThat(run.state()).as("and once more at the next").isEqualTo("stopped");
    }

    @OnBothDatabases
    void atTheTopTierThereIsNoStrongerModelToWaitFor(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.failDifferently(6);
        assertThat(run.tier()).isEqualTo("opus");
        for (int i = 0; i < 3; i++) {
            assertThat(run.state()).isEqualTo("executing");
            run.fail("ink", "0.1").expect(200);
        }
        assertThat(run.pairs()).endsWith("retrying -> stopped");
    }

    @OnBothDatabases
    void theThirdFailureAtATierEscalatesAndTheHighestTierEndsIt(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        for (String tier : List.of("haiku", "sonnet", "opus")) {
            for (int attempt = 1; attempt <= 3; attempt++) {
                assertThat(run.tier()).isEqualTo(tier);
                assertThat(run.state()).isEqualTo("executing");
                run.fail(tier + " " + attempt, "0.1").expect(200);
            }
        }
        assertThat(run.pairs()).endsWith("retrying -> escalating", "escalating -> stopped");
        assertThat(run.pairs().stream().filter("retrying -> escalating"::equals))
                .hasSize(3);
        JsonNode report = run.records("reports").get(0);
        assertThat(report.get("cause").asText()).isEqualTo("top tier used up");
        assertThat(report.get("attempt").asInt()).isEqualTo(9);
        assertThat(Json.texts(report.get("tiers_tried"))).containsExactly("haiku", "sonnet", "opus");
        assertThat(run.records("failures")).hasSize(9);
    }

    @OnBothDatabases
    void equalFailedVerificationsTripTheBreakerToo(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        for (int i = 1; i <= 4; i++) {
            assertThat(run.tier()).isEqualTo(i <= 3 ? "haiku" : "sonnet");
            run.succeed("draft " + i, "0.1").expect(200);
            run.verify("spelling").expect(200);
        }
        assertThat(run.state()).isEqualTo("stopped");
        JsonNode report = run.records("reports").get(0);
        assertThat(report.get("cause").asText()).isEqualTo("breaker tripped");
        assertThat(report.get("last_output").asText()).isEqualTo("draft 4");
        assertThat(report.get("in_progress").asText()).isEqualTo("write");
        assertThat(report.get("feedback").get("checks").get(0).get("name").asText())
                .isEqualTo("spelling");
    }

    @OnBothDatabases
    void aStoppedRunTakesNothingMore(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.cancel("enough").expect(200);
        run.succeed("late", "0.1").expect(409);
        run.cancel("again").expect(409);
        assertThat(run.checkpoint().get("cost_total_usd").asDouble()).isZero();
    }

    private static List<String> names(JsonNode phases) {
        return Json.list(phases).stream().map(p -> p.get("name").asText()).toList();
    }
}
