package dev.baton.conformance;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Payloads;
import dev.baton.testing.PipelineRun;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The table of the pipeline, cell by cell. */
class PipelineConformanceTest {

    private static final Map<String, Set<String>> PAIRS = Map.ofEntries(
            entry("created", Set.of("classifying")),
            entry("classifying", Set.of("routing", "awaiting_clarification")),
            entry("awaiting_clarification", Set.of("classifying")),
            entry("routing", Set.of("executing")),
            entry("executing", Set.of("verifying", "retrying", "stopped")),
            entry("retrying", Set.of("executing", "escalating", "stopped")),
            entry("escalating", Set.of("executing", "stopped")),
            entry("verifying", Set.of("completed", "retrying")),
            entry("completed", Set.of()),
            entry("failed", Set.of()),
            entry("stopped", Set.of()));

    /** The states in which a task can rest; the others are passed at once, and in failed nothing ever is. */
    private static final Map<String, Set<String>> TRIGGERS = Map.of(
            "classifying", Set.of("classified"),
            "awaiting_clarification", Set.of("clarify"),
            "routing", Set.of("route"),
            "executing", Set.of("phase-succeeded", "phase-failed", "cancel"),
            "verifying", Set.of("verified"),
            "completed", Set.of(),
            "stopped", Set.of());

    private static final TransitionTable TABLE = new TransitionTable("pipeline", PAIRS, TRIGGERS);

    @OnBothDatabases
    void theDiagramSaysWhatTheTableSays(Baton baton) {
        TABLE.isWhatTheDiagramSays(baton, Set.of("created"));
    }

    @OnBothDatabases
    void aRunningTaskAcceptsExactlyTheTable(Baton baton) {
        for (String from : TRIGGERS.keySet()) {
            for (String to : PAIRS.keySet()) {
                boolean legal = PAIRS.get(from).contains(to);
                if (!legal && !baton.onH2()) {
                    continue; // the diagram refuses, not the database
                }
                PipelineRun run = runIn(baton, from);
                List<JsonNode> before = run.history();
                Answer answer = attempt(run, "to", to, !to.equals("retrying"), !to.equals("awaiting_clarification"));
                assertThat(answer.status())
                        .as("%s -> %s: %s", from, to, answer.body())
                        .isEqualTo(legal ? 200 : 409);
                if (legal) {
                    assertThat(run.pairs()).contains(from + " -> " + to);
                } else {
                    assertThat(run.history()).isEqualTo(before);
                    assertThat(Json.texts(answer.json().get("allowedTransitions")))
                            .containsExactlyInAnyOrderElementsOf(PAIRS.get(from));
                }
            }
        }
    }

    @OnBothDatabases
    void theNamesOfTriggersWorkInTheirStatesOnly(Baton baton) {
        Set<String> names = new TreeSet<>();
        TRIGGERS.values().forEach(names::addAll);
        TRIGGERS.forEach((state, known) -> (baton.onH2() ? names : known).forEach(trigger -> {
            PipelineRun run = runIn(baton, state);
            List<JsonNode> before = run.history();
            Answer answer = attempt(run, "trigger", trigger, true, true);
            assertThat(answer.status())
                    .as("%s in %s: %s", trigger, state, answer.body())
                    .isEqualTo(known.contains(trigger) ? 200 : 409);
            if (!known.contains(trigger)) {
                assertThat(run.history()).isEqualTo(before);
            }
        }));
    }

    @OnBothDatabases
    void withTheShippedSettingsEveryTransitionOfTheTableIsTaken(Baton baton) {
        TreeSet<String> taken = new TreeSet<>();

        PipelineRun asked = runIn(baton, "awaiting_clarification");
        asked.move("clarify", "{\"text\":\"the login page\"}").expect(200);
        taken.addAll(asked.pairs());

        PipelineRun reworked = runIn(baton, "verifying");
        reworked.verify("tests").expect(200);
        reworked.succeed("better", "0.1").expect(200);
        reworked.verify().expect(200);
        taken.addAll(reworked.pairs());

        PipelineRun cancelled = runIn(baton, "stopped");
        taken.addAll(cancelled.pairs());

        PipelineRun broken = runIn(baton, "executing");
        for (int i = 0; i < 4; i++) {
            broken.fail("always the same", "0.1").expect(200);
        }
        taken.addAll(broken.pairs());

        PipelineRun atTheTop = runIn(baton, "executing");
        atTheTop.failDifferently(9);
        taken.addAll(atTheTop.pairs());

        TreeSet<String> table = new TreeSet<>();
        PAIRS.forEach((from, targets) -> targets.forEach(to -> table.add(from + " -> " + to)));
        assertThat(taken).isEqualTo(table);
    }

    /** With everything that any arrow asks for. */
    private static Answer attempt(PipelineRun run, String field, String value, boolean passed, boolean sure) {
        String payload = """
                {"intent":"docs","confidence":%s,"text":"more","output":"out","costUsd":0.1,"error":"it broke",
                 "reason":"enough","checks":[{"name":"tests","passed":%s}]}""".formatted(sure ? "0.9" : "0.1", passed);
        return run.caller()
                .post(
                        "/api/tasks/" + run.id() + "/transitions",
                        "{\"%s\":\"%s\",\"payload\":%s}"
                                .formatted(
                                        field, value, Payloads.fitting(run.caller(), run.id(), field, value, payload)));
    }

    /** A run of a pipeline with one phase. */
    private static PipelineRun runIn(Baton baton, String state) {
        PipelineRun run = PipelineRun.begin(baton);
        if (state.equals("awaiting_clarification")) {
            run.classify("docs", "0.2").expect(200);
        } else if (!state.equals("classifying")) {
            run.classify("docs", "0.9").expect(200);
        }
        if (Set.of("executing", "verifying", "completed", "stopped").contains(state)) {
            run.move("route", "{}").expect(200);
        }
        if (state.equals("stopped")) {
            run.cancel("enough").expect(200);
        }
        if (Set.of("verifying", "completed").contains(state)) {
            run.succeed("pages", "0.1").expect(200);
        }
        if (state.equals("completed")) {
            run.verify().expect(200);
        }
        assertThat(run.state()).isEqualTo(state);
        return run;
    }
}
