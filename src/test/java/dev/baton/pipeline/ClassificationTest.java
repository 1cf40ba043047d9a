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

@DatabaseIndependent
class ClassificationTest {

    @OnBothDatabases
    void exactlyTheThresholdIsEnoughAndAnythingBelowIsNot(Baton baton) {
        for (String sure : List.of("0.6", "0.60", "0.6000000001", "1", "1.0")) {
            PipelineRun run = PipelineRun.begin(baton);
            run.classify("docs", sure).expect(200);
            assertThat(run.state()).as(sure).isEqualTo("routing");
            assertThat(run.checkpoint().get("intent").asText()).isEqualTo("docs");
        }
        for (String unsure : List.of("0.5999999999", "0.59", "0", "0.0", "1e-9")) {
            PipelineRun run = PipelineRun.begin(baton);
            run.classify("docs", unsure).expect(200);
            assertThat(run.state()).as(unsure).isEqualTo("awaiting_clarification");
        }
    }

    @OnBothDatabases
    void aClassificationThatIsWrongIsRefusedWithEveryReason(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        for (String confidence : List.of("-0.1", "1.1", "\"high\"", "true", "[0.7]")) {
            assertThat(Problem.of(run.classify("docs", confidence), 422).about("field"))
                    .as(confidence)
                    .containsExactly("confidence");
        }
        assertThat(Problem.of(run.move("classified", "{}"), 422).about("field"))
                .containsExactlyInAnyOrder("intent", "confidence");
        assertThat(Problem.of(run.move("classified", "{\"intent\":7,\"confidence\":2,\"questions\":[]}"), 422)
                        .about("field"))
                .containsExactlyInAnyOrder("intent", "confidence", "questions");
        Problem unknown = Problem.of(run.classify("cooking", "0.9"), 422);
        assertThat(unknown.about("field")).containsExactly("intent");
        assertThat(unknown.detail()).contains("no pipeline is for 'cooking'", "bugfix", "docs", "feature");
        assertThat(run.state()).isEqualTo("classifying");
        assertThat(run.records("classifications")).isEmpty();
    }

    @OnBothDatabases
    void aGuessBelowTheThresholdNeedNotBeAConfiguredIntent(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        run.classify("no idea", "0.1").expect(200);
        assertThat(run.state()).isEqualTo("awaiting_clarification");
    }

    @OnBothDatabases
    void aPersonCanBeAskedAsOftenAsItTakesAndEveryRoundIsRecorded(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        for (int round = 1; round <= 12; round++) {
            run.move(
                            "classified",
                            "{\"intent\":\"docs\",\"confidence\":0.3,\"questions\":[\"Which %d?\"]}".formatted(round))
                    .expect(200);
            assertThat(Json.texts(run.checkpoint().get("questions"))).containsExactly("Which " + round + "?");
            run.as(baton.as("human"))
                    .move("clarify", "{\"text\":\"that %d\"}".formatted(round))
                    .expect(200);
        }
        run.classify("docs", "0.8").expect(200);
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("clarification_rounds").asInt()).isEqualTo(12);
        assertThat(checkpoint.has("questions")).isFalse();
        assertThat(checkpoint.get("clarifications")).hasSize(12);
        JsonNode last = checkpoint.get("clarifications").get(11);
        assertThat(last.get("round").asInt()).isEqualTo(12);
        assertThat(last.get("text").asText()).isEqualTo("that 12");
        assertThat(last.get("by").asText()).isEqualTo("human");
        assertThat(Json.texts(last.get("questions"))).containsExactly("Which 12?");
        assertThat(run.records("classifications")).hasSize(13);
    }

    @OnBothDatabases
    void aClassifierWithoutQuestionsHasTheConfiguredOnesAsked(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        run.classify("docs", "0.3").expect(200);
        assertThat(Json.texts(run.checkpoint().get("questions")))
                .contains("What should be different when this is done?");
    }

    @OnBothDatabases
    void anAnswerHasToSaySomething(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        run.classify("docs", "0.3").expect(200);
        for (String payload : List.of("{}", "{\"text\":\"\"}", "{\"text\":\"  \"}", "{\"text\":7}")) {
            Problem.of(run.move("clarify", payload), 422);
        }
        assertThat(run.state()).isEqualTo("awaiting_clarification");
    }

    @OnBothDatabases
    void thePersonFindsTheQuestionInTasklist(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        run.classify("docs", "0.3").expect(200);
        JsonNode waiting = baton.as("human")
                .get("/engine-rest/task?processInstanceBusinessKey=" + run.id())
                .expect(200)
                .json();
        assertThat(waiting).hasSize(1);
        baton.as("human")
                .post(
                        "/engine-rest/task/" + waiting.get(0).get("id").asText() + "/complete",
                        "{\"variables\":{\"text\":{\"value\":\"the login page\",\"type\":\"String\"}}}")
                .expect(204);
        assertThat(run.state()).isEqualTo("classifying");
        assertThat(run.records("clarifications").get(0).get("text").asText()).isEqualTo("the login page");
    }

    @OnBothDatabases
    void theIntentSelectsThePipelineUnlessOneIsNamed(Baton baton) {
        PipelineRun run = PipelineRun.executing(baton, "bug");
        JsonNode checkpoint = run.checkpoint();
        assertThat(checkpoint.get("pipeline").asText()).isEqualTo("bugfix");
        assertThat(checkpoint.get("current_phase").asText()).isEqualTo("reproduce");
        assertThat(checkpoint.get("budget_usd").decimalValue()).isEqualByComparingTo("10");
        assertThat(Json.list(checkpoint.get("phases")))
                .extracting(
                        p -> p.get("name").asText() + " by " + p.get("agent").asText())
                .containsExactly("reproduce by tester", "fix by coder");

        PipelineRun named = PipelineRun.begin(baton);
        named.classify("bug", "0.9").expect(200);
        named.move("route", "{\"pipeline\":\"research\"}").expect(200);
        assertThat(named.checkpoint().get("pipeline").asText()).isEqualTo("research");
        assertThat(named.records("routings")).hasSize(1);
    }

    @OnBothDatabases
    void aPipelineThatDoesNotExistIsRefused(Baton baton) {
        PipelineRun run = PipelineRun.begin(baton);
        run.classify("bug", "0.9").expect(200);
        Problem unknown = Problem.of(run.move("route", "{\"pipeline\":\"nonsense\"}"), 422);
        assertThat(unknown.about("field")).containsExactly("pipeline");
        assertThat(unknown.detail()).contains("no pipeline 'nonsense'", "feature, bugfix");
        Problem.of(run.move("route", "{\"pipeline\":7}"), 422);
        assertThat(run.state()).isEqualTo("routing");
    }

    @OnBothDatabases
    void whatTheServerKeepsCanNotBeSentAlong(Baton baton) {
        Problem refused = Problem.of(
                baton.admin()
                        .post(
                                "/api/tasks",
                                "{\"lifecycle\":\"pipeline\",\"data\":{\"checkpoint\":{},\"resumedFrom\":\"x\",\"requester\":\"y\"}}"),
                422);
        assertThat(refused.about("field")).containsExactlyInAnyOrder("checkpoint", "resumedFrom", "requester");
        for (String budget : List.of("0", "-1", "\"5\"", "1000001")) {
            assertThat(Problem.of(
                                    baton.admin()
                                            .post(
                                                    "/api/tasks",
                                                    "{\"lifecycle\":\"pipeline\",\"data\":{\"budgetUsd\":%s}}"
                                                            .formatted(budget)),
                                    422)
                            .about("field"))
                    .containsExactly("budgetUsd");
        }
    }
}
