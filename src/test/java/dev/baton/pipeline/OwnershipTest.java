package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Problem;
import java.time.Duration;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** A worker holds the run that it works on; if it is lost, the phase has failed and another one goes on. */
class OwnershipTest {

    @OnBothDatabases
    void claimsHandOutRunsThatAreClassifiedByPriorityAndAge(Baton baton) {
        drain(baton);
        PipelineRun late = routing(baton, 9);
        PipelineRun first = routing(baton, 1);
        PipelineRun second = routing(baton, 1);
        PipelineRun.begin(baton);
        for (PipelineRun run : List.of(first, second, late)) {
            JsonNode task = claim(baton, "worker-1").expect(200).json();
            assertThat(task.get("id").asText()).isEqualTo(run.id());
            assertThat(task.get("state").asText()).isEqualTo("routing");
            isHeldBy("worker-1", task);
            Problem.of(run.as(baton.as("worker-2")).move("route", "{}"), 403);
            run.as(baton.as("worker-1")).move("route", "{}").expect(200);
            isHeldBy("worker-1", run.task());
        }
        claim(baton, "worker-1").expect(204);
    }

    @OnBothDatabases
    void nobodyElseReportsOnAPhaseThatAWorkerRuns(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "feature", "{}");
        PipelineRun other = run.as(baton.as("worker-2"));
        assertThat(Problem.of(other.succeed("mine", "0.1"), 403).detail()).contains("worker-1 holds this task until");
        Problem.of(other.fail("broken", "0.1"), 403);
        Problem.of(other.move("claim", "{}"), 403);
        run.succeed("plan", "0.1").expect(200);
        isHeldBy("worker-1", run.task());
        run.fail("typo", "0.1").expect(200);
        isHeldBy("worker-1", run.task());
        run.as(baton.as("lead")).succeed("done by the lead", "0").expect(200);
        isHeldBy("worker-1", run.task());
    }

    @OnBothDatabases
    void aWorkerHandsTheNextPhaseToAnother(Baton baton) {
        drain(baton);
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "feature", "{}");
        run.succeed("plan", "0.1").expect(200);
        run.move("release", "{}").expect(200);
        assertThat(run.task().get("assignee").isNull()).isTrue();
        JsonNode task = claim(baton, "worker-2").expect(200).json();
        assertThat(task.get("id").asText()).isEqualTo(run.id());
        isHeldBy("worker-2", task);
        run.as(baton.as("worker-2")).succeed("code", "0.1").expect(200);
    }

    @OnBothDatabases
    void aLostWorkerIsAFailedPhase(Baton baton) {
        drain(baton);
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
        run.caller()
                .post("/api/tasks/" + run.id() + "/runs", "{\"costUsd\":0.2,\"outcome\":\"ok\"}")
                .expect(201);
        loses(baton, run);
        assertThat(run.pairs()).endsWith("executing -> retrying", "retrying -> executing");
        JsonNode failed = run.history().get(run.history().size() - 2);
        assertThat(failed.get("trigger").asText()).isEqualTo("worker lost");
        assertThat(failed.get("actor").asText()).isEqualTo("system");
        assertThat(failed.at("/payload/reason").asText()).isEqualTo("The lease of worker-1 ran out");
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("attempt").asInt()).isEqualTo(2);
        assertThat(checkpoint.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.2");
        assertThat(checkpoint.at("/failures/0/error").asText()).isEqualTo("The lease of worker-1 ran out");
        assertThat(run.records("failures")).hasSize(1);
        assertThat(run.task().get("assignee").isNull()).isTrue();
        assertThat(Json.texts(run.task().get("flags"))).containsExactly("lease-lost");

        isHeldBy("worker-2", claim(baton, "worker-2").expect(200).json());
        assertThat(run.task().get("flags")).isEmpty();
        Problem.of(run.succeed("too late", "0.1"), 403);
        run.as(baton.as("worker-2")).succeed("pages", "0.1").expect(200);
    }

    @OnBothDatabases
    void workersThatAreLostAgainAndAgainStopTheRun(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
        for (int i = 1; i <= 4; i++) {
            assertThat(run.tier()).isEqualTo(i <= 3 ? "haiku" : "sonnet");
            loses(baton, run);
            if (i < 4) {
                run.move("claim", "{}").expect(200);
            }
        }
        assertThat(run.state()).isEqualTo("stopped");
        assertThat(run.pairs()).contains("retrying -> escalating").endsWith("retrying -> stopped");
    }

    @OnBothDatabases
    void aRunWhoseRouterIsLostCanBeClaimedAgain(Baton baton) {
        drain(baton);
        PipelineRun run = routing(baton, 1);
        claim(baton, "worker-1").expect(200);
        int before = run.history().size();
        loses(baton, run);
        assertThat(run.state()).isEqualTo("routing");
        assertThat(run.task().get("assignee").isNull()).isTrue();
        assertThat(Json.texts(run.task().get("flags"))).containsExactly("lease-lost");
        JsonNode entry = run.history().get(before);
        assertThat(entry.get("kind").asText()).isEqualTo("within");
        assertThat(entry.get("trigger").asText()).isEqualTo("lease ran out");
        assertThat(entry.get("actor").asText()).isEqualTo("system");
        assertThat(entry.at("/payload/reason").asText()).isEqualTo("The lease of worker-1 ran out");
        JsonNode task = claim(baton, "worker-2").expect(200).json();
        assertThat(task.get("id").asText()).isEqualTo(run.id());
        assertThat(task.get("flags")).isEmpty();
    }

    @OnBothDatabases
    void aResumedRunWaitsForAWorker(Baton baton) {
        drain(baton);
        PipelineRun run = PipelineRun.executing(baton.as("worker-1"), "docs", "{}");
        run.cancel("later").expect(200);
        PipelineRun next = run.resumed("{}");
        JsonNode task = claim(baton, "worker-2").expect(200).json();
        assertThat(task.get("id").asText()).isEqualTo(next.id());
        assertThat(task.get("state").asText()).isEqualTo("executing");
    }

    @OnBothDatabases
    void theNextStepIsThePhaseAndHowToRunIt(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        NextPhase next = baton.bean(NextPhase.class);
        Tasks tasks = baton.bean(Tasks.class);
        assertThat(next.of(tasks.get(run.id()))).isEmpty();
        run.classify("docs", "0.9").expect(200);
        run.move("route", "{}").expect(200);
        run.fail("no pen", "0.1").expect(200);
        var fields = next.of(tasks.get(run.id()));
        assertThat(fields.keySet())
                .containsExactlyInAnyOrder("phase", "agent", "attempt", "tier", "strategy", "feedback");
        assertThat(fields.get("phase").asText()).isEqualTo("write");
        assertThat(fields.get("attempt").asInt()).isEqualTo(2);
        assertThat(fields.get("feedback").get("error").asText()).isEqualTo("no pen");
    }

    private static PipelineRun routing(Baton baton, int priority) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"pipeline\",\"id\":\"%s\",\"priority\":%d}".formatted(id, priority))
                .expect(201);
        PipelineRun run = new PipelineRun(baton.admin(), id);
        run.classify("docs", "0.9").expect(200);
        return run;
    }

    /** Lets the lease of whoever holds the run expire. */
    private static void loses(Baton baton, PipelineRun run) {
        ClockUtil.offset(Duration.ofMinutes(61).toMillis());
        baton.fireTimers(run.id());
        ClockUtil.reset();
    }

    private static Answer claim(Baton baton, String user) {
        return baton.as(user).post("/api/claims", "{\"lifecycle\":\"pipeline\"}");
    }

    /** Takes what other tests have left, so that a test knows what comes next. */
    private static void drain(Baton baton) {
        while (claim(baton, "specialist").status() == 200) {
            // the leases run out on their own
        }
    }

    private static void isHeldBy(String user, JsonNode task) {
        assertThat(task.get("assignee").asText()).isEqualTo(user);
        assertThat(task.get("lease").isNull()).isFalse();
    }
}
