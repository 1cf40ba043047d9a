package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Problem;
import java.util.List;

class ResumeTest {

    @OnBothDatabases
    void aRunCancelledInAnyPhaseGoesOnThereWithWhatWasDone(Baton baton) {
        List<String> phases = List.of("plan", "implement", "review");
        for (int done = 0; done < phases.size(); done++) {
            PipelineRun run = PipelineRun.executing(baton, "feature");
            for (String phase : phases.subList(0, done)) {
                run.succeed("output of " + phase, "0.1").expect(200);
            }
            run.fail("oh", "0.25").expect(200);
            run.cancel("later").expect(200);
            PipelineRun next = run.resumed("{}");
            assertThat(next.way()).containsExactly("created", "classifying", "routing", "executing");
            JsonNode checkpoint = next.checkpoint();
            assertThat(checkpoint.get("current_phase").asText()).isEqualTo(phases.get(done));
            assertThat(checkpoint.get("attempt").asInt()).isEqualTo(1);
            assertThat(checkpoint.get("feedback").get("error").asText()).isEqualTo("oh");
            assertThat(checkpoint.get("cost_total_usd"))
                    .isEqualTo(run.checkpoint().get("cost_total_usd"));
            for (String phase : phases.subList(0, done)) {
                assertThat(checkpoint
                                .get("phases")
                                .get(phases.indexOf(phase))
                                .get("output")
                                .asText())
                        .isEqualTo("output of " + phase);
            }
            for (String phase : phases.subList(done, phases.size())) {
                assertThat(next.phase()).isEqualTo(phase);
                next.succeed("new " + phase, "0.1").expect(200);
            }
            next.verify().expect(200);
            assertThat(next.state()).isEqualTo("completed");
        }
    }

    @OnBothDatabases
    void bothRunsSayWhereTheOtherIs(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.admin(), "docs", "{\"description\":\"a manual\"}");
        run.cancel("later").expect(200);
        PipelineRun next = run.as(baton.as("human")).resumed("{}");
        assertThat(run.task().get("data").get("resumedBy").asText()).isEqualTo(next.id());
        assertThat(run.checkpoint().get("resumed_by").asText()).isEqualTo(next.id());
        JsonNode task = next.task();
        assertThat(task.get("data").get("resumedFrom").asText()).isEqualTo(run.id());
        assertThat(task.get("data").get("description").asText()).isEqualTo("a manual");
        assertThat(task.get("data").get("requester").asText()).isEqualTo("human");
        assertThat(next.checkpoint().get("resumed_from").asText()).isEqualTo(run.id());
        assertThat(next.history().get(0).get("payload").get("resumedFrom").asText())
                .isEqualTo(run.id());
        next.history().forEach(step -> {
            assertThat(step.get("actor").asText()).isEqualTo("system");
            assertThat(step.get("onBehalfOf").asText()).isEqualTo("human");
        });
        assertThat(run.records("resumptions").get(0).get("by").asText()).isEqualTo("human");
        assertThat(run.history()).as("the old run has ended").hasSize(5);
    }

    @OnBothDatabases
    void aRunIsResumedByWhoAskedForItOrByThoseWhoLookAfterIt(Baton baton) {
        for (String user : List.of("intern", "reviewer-1", "worker-2")) {
            PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
            run.cancel("later").expect(200);
            assertThat(Problem.of(run.as(baton.as(user)).resume("{\"budgetUsd\":1000}"), 403)
                            .detail())
                    .contains(user + " may not resume it", "creator", "lead, human, admin");
            assertThat(run.task().get("data").has("resumedBy")).isFalse();
        }
        for (String user : List.of("worker-1", "lead", "human", "admin")) {
            PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
            run.cancel("later").expect(200);
            PipelineRun next = run.as(baton.as(user)).resumed("{}");
            next.cancel("again").expect(200);
            next.as(baton.as(user)).resumed("{}");
        }
    }

    @OnBothDatabases
    void aRunThatWasOverBudgetNeedsALargerOne(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "bugfix");
        run.succeed("reproduced", "10.5").expect(200);
        Problem refused = Problem.of(run.resume("{}"), 422);
        assertThat(refused.about("field")).containsExactly("budgetUsd");
        assertThat(refused.detail()).contains("10.5 USD", "10 USD", "at least 10.5");
        Problem.of(run.resume("{\"budgetUsd\":10.49}"), 422);
        Problem.of(run.resume("{\"budgetUsd\":-1}"), 422);
        Problem.of(run.resume("{\"budgetUsd\":1000001}"), 422);
        assertThat(run.task().get("data").has("resumedBy")).isFalse();

        PipelineRun next = run.resumed("{\"budgetUsd\":10.5}");
        assertThat(next.phase()).isEqualTo("fix");
        assertThat(next.checkpoint().get("budget_usd").decimalValue()).isEqualByComparingTo("10.5");
        next.fail("e", "0.000000001").expect(200);
        assertThat(next.state()).isEqualTo("stopped");
        assertThat(next.resumed("{\"budgetUsd\":20}").phase()).isEqualTo("fix");
    }

    @OnBothDatabases
    void aRunWhoseLastPhaseWentOverBudgetGoesOnWithItsVerification(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.succeed("pages", "3").expect(200);
        assertThat(run.state()).isEqualTo("stopped");
        PipelineRun next = run.resumed("{\"budgetUsd\":3}");
        assertThat(next.way()).containsExactly("created", "classifying", "routing", "executing", "verifying");
        assertThat(next.checkpoint().get("phases").get(0).get("output").asText())
                .isEqualTo("pages");
        next.verify().expect(200);
        assertThat(next.state()).isEqualTo("completed");
    }

    @OnBothDatabases
    void aRunStoppedByTheBreakerHasAllItsAttemptsAgainAtTheTierItReached(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        for (String error : List.of("a", "b", "same", "same")) {
            run.fail(error, "0.01").expect(200);
        }
        run.fail("same", "0.01").expect(200);
        assertThat(run.state()).isEqualTo("stopped");
        PipelineRun next = run.resumed("{}");
        assertThat(next.tier()).isEqualTo("sonnet");
        assertThat(next.attempt()).isEqualTo(1);
        next.fail("same", "0.01").expect(200);
        next.fail("same", "0.01").expect(200);
        assertThat(next.state()).isEqualTo("executing");
        next.fail("same", "0.01").expect(200);
        assertThat(next.tier()).isEqualTo("opus");
        next.fail("same", "0.01").expect(200);
        assertThat(next.state()).isEqualTo("stopped");
    }

    @OnBothDatabases
    void whoResumesARunMayNameTheTier(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "bugfix");
        run.succeed("reproduced", "0.1").expect(200);
        run.fail("hard", "0.1").expect(200);
        run.cancel("needs a better model").expect(200);
        Problem refused = Problem.of(run.resume("{\"tier\":\"gpt\"}"), 422);
        assertThat(refused.about("field")).containsExactly("tier");
        assertThat(refused.detail()).contains("haiku, sonnet, opus");
        PipelineRun next = run.resumed("{\"tier\":\"opus\"}");
        assertThat(next.phase()).isEqualTo("fix");
        assertThat(next.tier()).isEqualTo("opus");
        next.succeed("fixed", "0.1").expect(200);
        next.verify("tests").expect(200);
        assertThat(next.tier()).as("a repair goes on there").isEqualTo("opus");
    }

    @OnBothDatabases
    void aRunResumedForItsVerificationRepairsAtTheTierThatDidTheWork(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.failDifferently(3);
        run.succeed("pages", "3").expect(200);
        assertThat(run.state()).isEqualTo("stopped");
        PipelineRun next = run.resumed("{\"budgetUsd\":9}");
        next.verify("spelling").expect(200);
        assertThat(next.tier()).isEqualTo("sonnet");
        assertThat(next.attempt()).isEqualTo(1);
        next.succeed("better pages", "0.1").expect(200);
        next.verify().expect(200);
        assertThat(next.state()).isEqualTo("completed");
    }

    @OnBothDatabases
    void aRunStoppedByFailedVerificationsTakesTheirResultsAlong(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "bugfix");
        run.succeed("reproduced", "0.1").expect(200);
        for (int i = 0; i < 4; i++) {
            run.succeed("fixed", "0.1").expect(200);
            run.verify("tests").expect(200);
        }
        PipelineRun next = run.resumed("{}");
        assertThat(next.phase()).isEqualTo("fix");
        assertThat(next.checkpoint()
                        .get("feedback")
                        .get("checks")
                        .get(0)
                        .get("name")
                        .asText())
                .isEqualTo("tests");
        next.succeed("fixed at last", "0.1").expect(200);
        next.verify().expect(200);
        assertThat(next.state()).isEqualTo("completed");
    }

    @OnBothDatabases
    void aRunStoppedAtTheTopTierGoesOnThere(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.failDifferently(9);
        assertThat(run.state()).isEqualTo("stopped");
        PipelineRun next = run.resumed("{}");
        assertThat(next.tier()).isEqualTo("opus");
        next.succeed("pages", "0.1").expect(200);
        next.verify().expect(200);
        assertThat(next.state()).isEqualTo("completed");
    }

    @OnBothDatabases
    void aResumedRunCanStopAndBeResumedAgain(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        run.classify("feature", "0.4").expect(200);
        run.move("clarify", "{\"text\":\"the login page\"}").expect(200);
        run.classify("feature", "0.7").expect(200);
        run.move("route", "{}").expect(200);
        run.succeed("the plan", "0.1").expect(200);
        for (int i = 1; i <= 3; i++) {
            run.cancel("pause " + i).expect(200);
            run = run.resumed("{}");
        }
        assertThat(run.phase()).isEqualTo("implement");
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("phases").get(0).get("output").asText()).isEqualTo("the plan");
        assertThat(checkpoint.get("clarifications").get(0).get("text").asText()).isEqualTo("the login page");
        assertThat(checkpoint.get("confidence").asDouble()).isEqualTo(0.7);
        assertThat(checkpoint.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.1");
    }

    @OnBothDatabases
    void onlyAStoppedRunCanBeResumedAndOnlyOnce(Baton baton) {
        PipelineRun running = PipelineRun.executing(baton, "docs");
        Problem.of(running.resume("{}"), 409);
        running.succeed("pages", "0.1").expect(200);
        running.verify().expect(200);
        Problem.of(running.resume("{}"), 409);
        Problem.of(baton.admin().post("/api/tasks/" + baton.create("work-queue") + "/resume", "{}"), 409);
        Problem.of(baton.admin().post("/api/tasks/no-such-task/resume", "{}"), 404);

        PipelineRun stopped = PipelineRun.executing(baton, "docs");
        stopped.cancel("later").expect(200);
        String next = stopped.resumed("{}").id();
        assertThat(Problem.of(stopped.resume("{}"), 409).detail()).contains(next);
    }

    @OnBothDatabases
    void theNewRunCanBeGivenAnIdAndTheBodyCanBeLeftOut(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.cancel("later").expect(200);
        Problem.of(run.resume("{\"id\":\"no good id!\"}"), 400);
        Problem.of(run.resume("{\"budget\":1}"), 400);
        Problem.of(run.resume("{\"id\":\"%s\"}".formatted(run.id())), 409);
        String id = Baton.newId();
        Answer answer = run.resume("{\"id\":\"%s\"}".formatted(id)).expect(201);
        assertThat(answer.header("Location")).isEqualTo("/api/tasks/" + id);
        assertThat(answer.json().get("state").asText()).isEqualTo("executing");
        PipelineRun next = new PipelineRun(baton.admin(), id);
        next.cancel("again").expect(200);
        next.resume(null).expect(201);
    }

    @OnBothDatabases
    void aRepeatedRequestWithTheSameKeyIsOneResumption(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.cancel("later").expect(200);
        PipelineRun keyed = run.as(baton.admin().with("X-Idempotency-Key", Baton.newId()));
        String first = keyed.resumed("{}").id();
        assertThat(keyed.resumed("{}").id()).isEqualTo(first);
        Problem.of(keyed.resume("{\"budgetUsd\":9}"), 409);
    }

    @OnBothDatabases
    void ofManyWhoResumeAtOnceOneDoes(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        run.succeed("the plan", "0.1").expect(200);
        run.cancel("later").expect(200);
        List<Answer> answers = Crowd.of(8, i -> run.resume("{}"));
        List<Answer> won = answers.stream().filter(a -> a.status() == 201).toList();
        assertThat(won).hasSize(1);
        assertThat(answers.stream().filter(a -> a.status() == 409)).hasSize(7);
        assertThat(run.task().get("data").get("resumedBy").asText())
                .isEqualTo(won.get(0).json().get("id").asText());
        JsonNode all = baton.admin()
                .get("/api/tasks?lifecycle=pipeline&limit=500&active=true")
                .expect(200)
                .json();
        assertThat(Json.list(all.get("tasks")).stream()
                        .filter(t -> run.id()
                                .equals(t.get("data").path("resumedFrom").asText())))
                .hasSize(1);
    }

    @OnBothDatabases
    void anAbandonedRunIsNotAStoppedOne(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        baton.admin().delete("/api/tasks/" + run.id(), "{\"reason\":\"gone\"}").expect(204);
        Problem.of(run.resume("{}"), 409);
        assertThat(run.checkpoint().get("state").asText()).isEqualTo("executing");
    }
}
