package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.PipelineRun;
import dev.baton.testing.Problem;

/** What becomes of a run after its end: evaluation and memory. */
class AfterwardsTest {

    private static final String MEMORY = """
            {"facts":[{"path":"docs/style","content":"short sentences"}],"assessment":"went well"}""";

    @OnBothDatabases
    void theEvaluationTellsWhichTierDidItOverAllResumedRuns(Baton baton) {
        PipelineRun first = PipelineRun.executing(baton, "bugfix");
        first.failDifferently(3);
        first.succeed("reproduced", "0.1").expect(200);
        first.fail("hard", "0.2").expect(200);
        first.cancel("later").expect(200);
        PipelineRun second = first.resumed("{}");
        second.cancel("later still").expect(200);
        PipelineRun third = second.resumed("{\"tier\":\"opus\"}");
        third.succeed("fixed", "0.3").expect(200);
        third.verify().expect(200);
        JsonNode evaluation = third.records("evaluation").get(0);
        assertThat(Json.texts(evaluation.get("runs"))).containsExactly(first.id(), second.id(), third.id());
        assertThat(evaluation.get("escalations").asInt()).isEqualTo(1);
        assertThat(evaluation.get("attempts").asInt())
                .as("four to reproduce it; two to fix it in the first run, one in the second, one in the third")
                .isEqualTo(8);
        JsonNode reproduce = evaluation.at("/phases/0");
        assertThat(reproduce.get("tier").asText()).isEqualTo("sonnet");
        assertThat(reproduce.get("run").asText()).isEqualTo(first.id());
        assertThat(reproduce.get("attempts").asInt()).isEqualTo(4);
        assertThat(reproduce.get("cost_usd").decimalValue()).isEqualByComparingTo("0.13");
        JsonNode fix = evaluation.at("/phases/1");
        assertThat(fix.get("tier").asText()).isEqualTo("opus");
        assertThat(fix.get("run").asText()).isEqualTo(third.id());
        assertThat(fix.get("cost_usd").decimalValue()).isEqualByComparingTo("0.5");
        assertThat(evaluation.get("cost_total_usd").decimalValue()).isEqualByComparingTo("0.63");
    }

    @OnBothDatabases
    void theMemoryOfACompletedRunIsDueUntilAnAgentHandsItIn(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        Problem.of(run.move("memory-saved", MEMORY), 409);
        run.succeed("pages", "0.1").expect(200);
        run.verify().expect(200);
        assertThat(Json.texts(run.task().get("flags"))).containsExactly("memory-due");
        assertThat(run.checkpoint().at("/memory/status").asText()).isEqualTo("due");
        assertThat(run.records("memory"))
                .extracting(record -> record.get("status").asText())
                .containsExactly("due");

        assertThat(Problem.of(run.move("memory-saved", "{\"facts\":[{\"path\":\"\"}]}"), 422)
                        .about("field"))
                .contains("facts");
        run.as(baton.as("worker-2")).move("memory-saved", MEMORY).expect(200);
        JsonNode task = run.task();
        assertThat(task.get("state").asText()).isEqualTo("completed");
        assertThat(task.get("flags")).isEmpty();
        assertThat(task.at("/data/memory/0/status").asText()).isEqualTo("due");
        JsonNode memory = run.checkpoint().get("memory");
        assertThat(memory.get("status").asText()).isEqualTo("saved");
        assertThat(memory.get("by").asText()).isEqualTo("worker-2");
        assertThat(memory.at("/facts/0/path").asText()).isEqualTo("docs/style");
        assertThat(memory.get("assessment").asText()).isEqualTo("went well");
        Problem.of(run.move("memory-saved", MEMORY), 409);
        assertThat(run.records("memory")).hasSize(2);
    }

    @OnBothDatabases
    void aStoppedRunHasNoMemoryToSave(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "docs");
        run.cancel("enough").expect(200);
        Problem.of(run.move("memory-saved", MEMORY), 409);
        assertThat(run.task().get("flags")).isEmpty();
    }

    @OnBothDatabases
    void aClarificationIsForWhoeverAskedAndForPeople(Baton baton) {
        for (String user : new String[] {"worker-1", "human", "lead"}) {
            PipelineRun run = PipelineRun.begin(baton.as("worker-1"), "{}");
            run.classify("docs", "0.2").expect(200);
            Problem.of(run.as(baton.as("worker-2")).move("clarify", "{\"text\":\"x\"}"), 403);
            run.as(baton.as(user)).move("clarify", "{\"text\":\"the manual\"}").expect(200);
            assertThat(run.state()).isEqualTo("classifying");
        }
    }
}
