package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Problem;
import java.util.List;

/** Which phase a failed verification goes back to, and what the run does from there. */
@DatabaseIndependent
class RepairTest {

    @OnBothDatabases
    void theLastPhaseThatIsNoReviewRepairsWhatTheVerificationFound(Baton baton) {
        PipelineRun run = verifying(baton);
        run.verify("tests").expect(200);
        assertThat(run.way()).endsWith("verifying", "retrying", "executing");
        assertThat(run.phase()).isEqualTo("implement");
        assertThat(run.attempt()).isEqualTo(2);
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.at("/feedback/checks/0/name").asText()).isEqualTo("tests");
        assertThat(Json.list(checkpoint.get("phases")))
                .extracting(phase -> phase.get("status").asText())
                .containsExactly("done", "current", "waiting");
        run.succeed("better code", "0.1").expect(200);
        assertThat(run.phase()).as("it is reviewed again").isEqualTo("review");
        assertThat(run.attempt()).isEqualTo(2);
        run.succeed("fine", "0.1").expect(200);
        run.verify().expect(200);
        assertThat(run.state()).isEqualTo("completed");
    }

    @OnBothDatabases
    void aFailedCheckCanNameThePhaseAndTheEarliestOneCounts(Baton baton) {
        PipelineRun run = verifying(baton);
        run.move("verified", """
                        {"checks":[{"name":"tests","passed":false,"phase":"review"},
                         {"name":"scope","passed":false,"phase":"plan"},{"name":"lint","passed":false}]}""").expect(200);
        assertThat(run.phase()).isEqualTo("plan");
        for (String phase : List.of("plan", "implement", "review")) {
            assertThat(run.phase()).isEqualTo(phase);
            assertThat(run.attempt()).isEqualTo(2);
            run.succeed("new " + phase, "0.1").expect(200);
        }
        run.move("verified", "{\"checks\":[{\"name\":\"words\",\"passed\":false,\"phase\":\"review\"}]}")
                .expect(200);
        assertThat(run.phase()).isEqualTo("review");
    }

    @OnBothDatabases
    void aCheckThatNamesAPhaseThatIsNotThereIsRefused(Baton baton) {
        PipelineRun run = verifying(baton);
        Problem refused = Problem.of(
                run.move("verified", "{\"checks\":[{\"name\":\"tests\",\"passed\":false,\"phase\":\"dance\"}]}"), 422);
        assertThat(refused.about("field")).containsExactly("checks");
        assertThat(refused.detail()).contains("no phase 'dance'", "plan, implement, review");
        assertThat(run.state()).isEqualTo("verifying");
    }

    @OnBothDatabases
    void failedVerificationsOfSeveralPhasesStillReachAStrongerModelAndThenTheBreaker(Baton baton) {
        PipelineRun run = verifying(baton);
        for (int round = 1; round <= 4; round++) {
            run.verify("tests").expect(200);
            if (round < 4) {
                assertThat(run.phase()).isEqualTo("implement");
                assertThat(run.tier()).isEqualTo(round < 3 ? "haiku" : "sonnet");
                run.succeed("code " + round, "0.1").expect(200);
                run.succeed("fine " + round, "0.1").expect(200);
            }
        }
        assertThat(run.state()).isEqualTo("stopped");
        assertThat(run.checkpoint().get("stopped_because").asText()).isEqualTo("breaker tripped");
        PipelineRun next = run.resumed("{}");
        assertThat(next.phase()).isEqualTo("implement");
        assertThat(next.tier()).isEqualTo("sonnet");
        assertThat(next.checkpoint().at("/feedback/checks/0/name").asText()).isEqualTo("tests");
    }

    private static PipelineRun verifying(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        for (String phase : List.of("plan", "implement", "review")) {
            run.succeed("output of " + phase, "0.1").expect(200);
        }
        assertThat(run.state()).isEqualTo("verifying");
        return run;
    }
}
