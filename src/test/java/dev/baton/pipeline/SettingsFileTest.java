package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.core.StartupFailure;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every mistake in the pipelines file is reported with its line and a hint how to correct it. */
class SettingsFileTest {

    private static final String GOOD = """
            classification:
              threshold: 0.7
              questions: [Which one]
            tiers: [small, large]
            strategies: [first, second]
            retries:
              escalate-after: 2
              max: 4
              breaker: 2
            budget-usd: 3.5
            pipelines:
              - name: one
                intents: [a, b]
                phases:
                  - {name: think, agent: thinker}
                  - {name: act, agent: actor, tier: large}
              - name: two
                intents: [c]
                budget-usd: 1
                phases:
                  - {name: act, agent: actor}
            """;

    @Test
    void aGoodFileIsReadAsItStands() {
        PipelineSettings settings = read(GOOD);
        assertThat(settings.threshold()).isEqualTo(0.7);
        assertThat(settings.retries()).isEqualTo(new Retries(2, 4, 2));
        assertThat(settings.forIntent("b").orElseThrow().name()).isEqualTo("one");
        assertThat(settings.pipeline("one").orElseThrow().budgetUsd()).isEqualByComparingTo("3.5");
        assertThat(settings.pipeline("two").orElseThrow().budgetUsd()).isEqualByComparingTo("1");
        assertThat(settings.pipeline("one").orElseThrow().phases())
                .extracting(PipelineSettings.Phase::tier)
                .containsExactly("small", "large");
    }

    @Test
    void theShippedFileIsGood() throws IOException {
        PipelineSettings shipped = read(Files.readString(Path.of("src/main/resources/pipelines.yaml")));
        assertThat(shipped.threshold()).isEqualTo(0.6);
        assertThat(shipped.tiers()).containsExactly("haiku", "sonnet", "opus");
    }

    @Test
    void aFailedVerificationGoesBackToTheLastPhaseThatIsNoReviewOrToTheOneThatIsNamed() {
        assertThat(read(GOOD).pipeline("one").orElseThrow().repairPhase()).isEqualTo("act");
        assertThat(repairPhase("name: act, agent: actor, tier: large", "name: review, agent: critic"))
                .isEqualTo("think");
        assertThat(repairPhase("name: act, agent: actor, tier: large", "name: review, agent: critic, review: false"))
                .isEqualTo("review");
        assertThat(repairPhase("agent: actor, tier: large}", "agent: actor, review: true}"))
                .isEqualTo("think");
        assertThat(repairPhase("intents: [a, b]\n", "intents: [a, b]\n    repair: think\n"))
                .isEqualTo("think");
    }

    private static String repairPhase(String part, String other) {
        return read(GOOD.replace(part, other)).pipeline("one").orElseThrow().repairPhase();
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(
                        "intents: [c]\n",
                        "intents: [c]\n    repair: dance\n",
                        "repair: there is no phase 'dance'; there are act"),
                mistake("tier: large}", "review: perhaps}", "review: 'perhaps' is neither true nor false"),
                mistake("threshold: 0.7", "threshold: 0", "line 2: classification.threshold: 0 is not more than 0"),
                mistake("threshold: 0.7", "threshold: 1.1", "classification.threshold: 1.1 is not"),
                mistake("threshold: 0.7", "threshold: high", "line 2: classification.threshold: 'high' is no number"),
                mistake("threshold: 0.7", "threshold: .nan", "classification.threshold: '.nan' is no number"),
                mistake("threshold: 0.7", "threshold:", "classification.threshold: this has to be a number"),
                mistake("  threshold: 0.7\n", "", "classification.threshold: it is missing"),
                mistake("threshold: 0.7", "treshold: 0.7", "line 2: classification.treshold: there is no such setting"),
                mistake(
                        "questions: [Which one]",
                        "questions: []",
                        "classification.questions: this has to be a list with"),
                mistake("tiers: [small, large]", "tiers: []", "line 4: tiers: this has to be a list with at least one"),
                mistake("tiers: [small, large]", "tiers: small", "line 4: tiers: this has to be a list"),
                mistake("[small, large]", "[small, small]", "line 4: tiers: 'small' is there twice"),
                mistake("[small, large]", "[small, '']", "tiers: each of them has to be a text"),
                mistake("strategies: [first, second]", "strategies: []", "strategies: this has to be a list"),
                mistake("escalate-after: 2", "escalate-after: 1", "line 7: retries.escalate-after: 1 would leave"),
                mistake("escalate-after: 2", "escalate-after: two", "retries.escalate-after: 'two' is no whole number"),
                mistake("max: 4", "max: 1", "line 8: retries.max: 1 retries are used up before the highest tier"),
                mistake("max: 4", "max: -1", "retries.max: -1 is not from 0 to 1000"),
                mistake("breaker: 2", "breaker: 1", "line 9: retries.breaker: 1 would end a run at the first failure"),
                mistake("breaker: 2", "breaker: 6", "retries.breaker: 6 equal failures can't happen"),
                mistake("breaker: 2", "braker: 2", "retries.braker: there is no such setting"),
                mistake("retries:\n  escalate", "retried:\n  escalate", "retries: it is missing"),
                mistake("budget-usd: 3.5", "budget-usd: 0", "line 10: budget-usd: 0 is not more than 0"),
                mistake("budget-usd: 3.5", "budget-usd: -2", "budget-usd: -2 is not more than 0"),
                mistake("budget-usd: 1\n", "budget-usd: 0\n", "line 19: pipelines[1].budget-usd: 0 is not more than 0"),
                mistake("budget-usd: 3.5", "budget-usd: 5 dollars", "budget-usd: '5 dollars' is no number"),
                mistake("name: two", "name: one", "line 17: pipelines[1].name: there is a pipeline 'one' already"),
                mistake("name: two", "name: 'no name!'", "pipelines[1].name: 'no name!' is no name"),
                mistake("intents: [c]", "intents: [a]", "line 18: pipelines[1].intents: 'a' leads to 'one' already"),
                mistake("intents: [c]", "intents: []", "pipelines[1].intents: this has to be a list with at least one"),
                mistake("name: act, agent: actor, tier", "name: think, agent: actor, tier", "there is a phase 'think'"),
                mistake("tier: large", "tier: huge", "phases[1].tier: there is no tier 'huge'; there are small, large"),
                mistake(", agent: thinker", "", "line 15: pipelines[0].phases[0].agent: it is missing"),
                mistake("{name: think, agent: thinker}", "think", "phases[0]: this has to be a block of settings"),
                mistake("agent: thinker", "agent: thinker, model: x", "phases[0].model: there is no such setting"),
                mistake("tiers: [", "tiers: {[", "this is not YAML"),
                mistake("budget-usd: 3.5", "budget-usd: 3.5\nbudget-usd: 4", "budget-usd: it is there twice"),
                mistake(
                        "budget-usd: 3.5",
                        "budget-usd: 3.5\nbudgets: 4",
                        "line 11: budgets: there is no such setting"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsToldWithItsPlace(String good, String bad, String message) {
        assertThat(GOOD).contains(good);
        String text = GOOD.replace(good, bad);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(StartupFailure.class)
                .hasMessageStartingWith("The pipelines in test.yaml can't be used:")
                .hasMessageContaining(message)
                .hasMessageEndingWith("Correct the file, or name another one with baton.pipeline.config.");
    }

    @Test
    void phasesCanNotBeEmpty() {
        String text = GOOD.substring(0, GOOD.lastIndexOf("    phases:")) + "    phases: []\n";
        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("pipelines[1].phases: this has to be a list with at least one entry");
        String none = GOOD.substring(0, GOOD.indexOf("pipelines:")) + "pipelines: []\n";
        assertThatThrownBy(() -> read(none)).hasMessageContaining("pipelines: this has to be a list with at least one");
    }

    @Test
    void anEmptyFileHasNoSettings() {
        assertThatThrownBy(() -> read("")).hasMessageContaining("there are no settings in it");
        assertThatThrownBy(() -> read("- a list")).hasMessageContaining("there are no settings in it");
    }

    @Test
    void everyMistakeIsToldAtOnce() {
        String text = GOOD.replace("threshold: 0.7", "threshold: 2")
                .replace("tier: large", "tier: huge")
                .replace("max: 4", "max: 0")
                .replace("name: two", "name: one");
        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("classification.threshold")
                .hasMessageContaining("phases[1].tier")
                .hasMessageContaining("retries.max")
                .hasMessageContaining("pipelines[1].name");
    }

    private static Arguments mistake(String good, String bad, String message) {
        return Arguments.of(good, bad, message);
    }

    private static PipelineSettings read(String text) {
        return PipelineFile.read("test.yaml", new StringReader(text));
    }
}
