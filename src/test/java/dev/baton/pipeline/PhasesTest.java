package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Problem;
import java.util.List;

class PhasesTest {

    @OnBothDatabases
    void phasesRunOneAfterAnotherWithoutLeavingTheState(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        for (String phase : List.of("plan", "implement", "review")) {
            assertThat(run.phase()).isEqualTo(phase);
            assertThat(run.state()).isEqualTo("executing");
            assertThat(run.way()).containsExactly("created", "classifying", "routing", "executing");
            run.succeed("output of " + phase, "0.1").expect(200);
        }
        assertThat(run.history())
                .filteredOn(step -> step.get("trigger").asText().equals("phase-succeeded"))
                .extracting(step ->
                        step.get("kind").asText() + " to " + step.get("to").asText() + ": "
                                + step.at("/payload/output").asText())
                .containsExactly(
                        "within to executing: output of plan",
                        "within to executing: output of implement",
                        "actor to verifying: output of review");
        assertThat(run.way()).containsExactly("created", "classifying", "routing", "executing", "verifying");
        JsonNode checkpoint = run.checkpoint();
        assertThat(Json.list(checkpoint.get("phases")))
                .extracting(
                        p -> p.get("status").asText() + ": " + p.get("output").asText())
                .containsExactly("done: output of plan", "done: output of implement", "done: output of review");
        assertThat(checkpoint.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.3");
        assertThat(checkpoint.get("current_phase").asText()).isEqualTo("review");
        assertThat(run.records("outputs"))
                .extracting(o -> o.get("phase").asText())
                .containsExactly("plan", "implement", "review");
    }

    @OnBothDatabases
    void costsAddUpExactly(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        run.fail("first", "0.1").expect(200);
        run.fail("second", "0.2").expect(200);
        run.succeed("plan", "0.000000001").expect(200);
        run.succeed("code", "0").expect(200);
        assertThat(run.checkpoint().get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.300000001");
        assertThat(run.checkpoint().get("phases").get(0).get("cost_usd").decimalValue())
                .isEqualByComparingTo("0.300000001");
    }

    @OnBothDatabases
    void aReportWithoutWhatItHasToBringIsRefusedAndCountsNothing(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        assertThat(Problem.of(run.move("phase-succeeded", "{}"), 422).about("field"))
                .containsExactlyInAnyOrder("output", "costUsd");
        assertThat(Problem.of(run.move("phase-failed", "{\"error\":\"\",\"costUsd\":-1}"), 422)
                        .about("field"))
                .containsExactlyInAnyOrder("error", "costUsd");
        Problem.of(run.succeed("out", "\"1\""), 422);
        Problem.of(run.succeed("out", "1000001"), 422);
        Problem.of(run.cancel(""), 422);
        assertThat(run.checkpoint().get("cost_total_usd").asDouble()).isZero();
        assertThat(run.attempt()).isEqualTo(1);
    }

    @OnBothDatabases
    void aDryRunChangesNothing(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        JsonNode before = run.checkpoint();
        JsonNode answer = baton.admin()
                .post(
                        "/api/tasks/" + run.id() + "/transitions?dryRun=true",
                        "{\"trigger\":\"phase-failed\",\"payload\":{\"error\":\"e\",\"costUsd\":99}}")
                .expect(200)
                .json();
        assertThat(answer.get("to").asText()).isEqualTo("stopped");
        assertThat(run.checkpoint()).isEqualTo(before);
    }

    @OnBothDatabases
    void aPhaseThatFailsRunsAgainAnotherWayAndKnowsWhy(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        assertThat(run.checkpoint().get("strategy").asText()).isEqualTo("as-planned");
        run.fail("no pen", "0.1").expect(200);
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("state").asText()).isEqualTo("executing");
        assertThat(checkpoint.get("attempt").asInt()).isEqualTo(2);
        assertThat(checkpoint.get("tier").asText()).isEqualTo("haiku");
        assertThat(checkpoint.get("strategy").asText()).isEqualTo("with-the-error-in-view");
        assertThat(checkpoint.get("feedback").get("error").asText()).isEqualTo("no pen");
        assertThat(run.way()).endsWith("executing", "retrying", "executing");
        JsonNode retry = run.history().get(4);
        assertThat(retry.get("trigger").asText()).isEqualTo("phase-failed");
        assertThat(retry.get("payload").get("error").asText()).isEqualTo("no pen");
        assertThat(run.history().get(5).get("actor").asText()).isEqualTo("system");
    }

    @OnBothDatabases
    void aNewPhaseBeginsAfreshAtItsOwnTier(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "research");
        run.failDifferently(3);
        assertThat(run.tier()).isEqualTo("sonnet");
        run.failDifferently(3);
        assertThat(run.tier()).isEqualTo("opus");
        assertThat(run.attempt()).isEqualTo(7);
        run.succeed("sources", "0.1").expect(200);
        assertThat(run.phase()).isEqualTo("answer");
        assertThat(run.attempt()).isEqualTo(1);
        assertThat(run.tier()).as("the phase's own").isEqualTo("sonnet");
        assertThat(run.checkpoint().get("failures")).isEmpty();
        assertThat(run.checkpoint().get("feedback").isNull()).isTrue();
    }

    @OnBothDatabases
    void aFailedVerificationFeedsItsResultsBackIntoThePhaseThatCanRepairIt(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "bugfix");
        run.succeed("reproduced", "0.1").expect(200);
        run.succeed("fixed", "0.1").expect(200);
        run.verify("tests", "lint").expect(200);
        JsonNode checkpoint = run.checkpoint();
        assertThat(run.way()).endsWith("verifying", "retrying", "executing");
        assertThat(checkpoint.get("current_phase").asText()).isEqualTo("fix");
        assertThat(checkpoint.get("attempt").asInt()).isEqualTo(2);
        assertThat(Json.list(checkpoint.get("feedback").get("checks")))
                .extracting(c -> c.get("name").asText())
                .containsExactly("tests", "lint");
        assertThat(checkpoint.get("failures").get(0).get("error").asText())
                .isEqualTo("verification failed: lint, tests");
        run.succeed("really fixed", "0.1").expect(200);
        assertThat(run.checkpoint().get("phases").get(1).get("output").asText()).isEqualTo("really fixed");
        run.verify().expect(200);
        assertThat(run.state()).isEqualTo("completed");
        assertThat(run.records("verifications"))
                .extracting(v -> v.get("passed").asBoolean())
                .containsExactly(false, true);
    }

    @OnBothDatabases
    void aVerificationHasToHaveCheckedSomething(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.succeed("pages", "0.1").expect(200);
        for (String checks :
                List.of("[]", "null", "{}", "[{}]", "[{\"name\":\"x\"}]", "[{\"name\":\"x\",\"passed\":\"yes\"}]")) {
            assertThat(Problem.of(run.move("verified", "{\"checks\":%s}".formatted(checks)), 422)
                            .about("field"))
                    .as(checks)
                    .contains("checks");
        }
        assertThat(run.state()).isEqualTo("verifying");
    }

    @OnBothDatabases
    void everyTransitionHasItsCheckpoint(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.failDifferently(3);
        run.succeed("pages", "0.5").expect(200);
        run.verify().expect(200);
        List<JsonNode> checkpoints = run.records("checkpoints");
        assertThat(checkpoints).extracting(c -> c.get("state").asText()).containsExactlyElementsOf(run.way());
        assertThat(run.way()).contains("created", "retrying", "escalating");
        JsonNode escalating = checkpoints.stream()
                .filter(c -> c.get("state").asText().equals("escalating"))
                .findFirst()
                .orElseThrow();
        assertThat(escalating.get("current_phase").asText()).isEqualTo("write");
        assertThat(escalating.get("attempt").asInt()).isEqualTo(3);
        assertThat(escalating.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.03");
        assertThat(escalating.get("updated_at").asText()).isNotBlank();
        JsonNode now = run.checkpoint();
        assertThat(now.get("state").asText()).isEqualTo("completed");
        assertThat(now.get("updated_at").asText())
                .isEqualTo(run.task().get("updatedAt").asText());
    }

    @OnBothDatabases
    void aCompletedRunIsEvaluated(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.failDifferently(3);
        run.succeed("pages", "0.5").expect(200);
        run.verify().expect(200);
        JsonNode evaluation = run.records("evaluation").get(0);
        assertThat(evaluation.get("attempts").asInt()).isEqualTo(4);
        assertThat(evaluation.get("escalations").asInt()).isEqualTo(1);
        assertThat(evaluation.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.53");
        assertThat(evaluation.get("phases").get(0).get("cost_usd").decimalValue())
                .isEqualByComparingTo("0.53");
    }

    @OnBothDatabases
    void aTaskOfAnotherKindHasNoCheckpoint(Baton baton) {
        Problem.of(baton.admin().get("/api/tasks/" + baton.create("work-queue") + "/checkpoint"), 404);
        Problem.of(baton.admin().get("/api/tasks/no-such-task/checkpoint"), 404);
    }

    @OnBothDatabases
    void peopleAndWhoeverAskedForARunMayCancelIt(Baton baton) {
        for (String user : List.of("human", "lead", "admin")) {
            PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
            run.as(baton.as(user)).cancel("enough").expect(200);
        }
        PipelineRun mine = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
        Problem.of(mine.as(baton.as("worker-2")).cancel("not mine"), 403);
        mine.cancel("mine").expect(200);
    }
}
