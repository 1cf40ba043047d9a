package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Problem;

/** Reports can name the attempt that they are about. */
@DatabaseIndependent
class AttemptsTest {

    @OnBothDatabases
    void aReportOnAnotherAttemptIsAConflict(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        failed(run, "\"attempt\":1").expect(200);
        for (String old : new String[] {
            "\"attempt\":1", "\"attempt\":3", "\"phase\":\"implement\"", "\"attempt\":2,\"phase\":\"review\""
        }) {
            assertThat(Problem.of(failed(run, old), 409).detail()).contains("the run is at attempt 2 of 'plan'");
            Problem.of(succeeded(run, old), 409);
        }
        assertThat(run.records("failures")).hasSize(1);
        succeeded(run, "\"attempt\":2,\"phase\":\"plan\"").expect(200);
        Problem.of(succeeded(run, "\"attempt\":2,\"phase\":\"plan\""), 409);
        assertThat(run.phase()).isEqualTo("implement");
        succeeded(run, "\"attempt\":1").expect(200);
    }

    @OnBothDatabases
    void anAttemptThatIsNoneIsRefused(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        assertThat(Problem.of(failed(run, "\"attempt\":0"), 422).about("field")).containsExactly("attempt");
        assertThat(Problem.of(failed(run, "\"attempt\":\"1\""), 422).about("field"))
                .containsExactly("attempt");
    }

    @OnBothDatabases
    void theEventIdOfAPhaseIsInTheHistoryAndWithItsOutput(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "feature");
        baton.admin()
                .post(
                        "/api/tasks/" + run.id() + "/transitions",
                        "{\"trigger\":\"phase-succeeded\",\"eventId\":\"evt-1\",\"payload\":{\"output\":\"o\",\"costUsd\":0}}")
                .expect(200);
        assertThat(run.history())
                .filteredOn(step -> step.get("eventId").asText().equals("evt-1"))
                .singleElement()
                .satisfies(step -> assertThat(step.get("trigger").asText()).isEqualTo("phase-succeeded"));
        assertThat(run.records("outputs").get(0).get("eventId").asText()).isEqualTo("evt-1");
    }

    private static Answer failed(PipelineRun run, String fields) {
        return run.move("phase-failed", "{\"error\":\"e\",\"costUsd\":0,%s}".formatted(fields));
    }

    private static Answer succeeded(PipelineRun run, String fields) {
        return run.move("phase-succeeded", "{\"output\":\"o\",\"costUsd\":0,%s}".formatted(fields));
    }
}
