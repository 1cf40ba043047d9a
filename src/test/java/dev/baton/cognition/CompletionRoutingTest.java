package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Quick;
import dev.baton.testing.RandomRuns;
import dev.baton.testing.Thinker;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Whatever plans an agent makes and however their steps go, a task goes where a machine of a few lines says. */
@DatabaseIndependent
class CompletionRoutingTest {

    private static final List<String> ACTIONS = List.of("tool_call", "respond", "generate");
    private static final List<String> OUTCOMES = List.of("TOOL_CALL_COMPLETED", "TOOL_CALL_FAILED", "STEP_COMPLETED");

    /** The routing as the tables tell it, without any of the server's code. */
    private static final class Reference {

        private String state = "reasoning";
        private int rounds;
        private List<String> plan = List.of();
        private int done;

        void reason(List<String> actionTypes) {
            plan = actionTypes;
            done = 0;
            rounds++;
            state = "acting";
        }

        void stepEnds() {
            done = Math.min(done + 1, plan.size());
            if (done == plan.size()) {
                state = plan.contains("tool_call") ? "reasoning" : "completed";
            }
        }
    }

    /** @param outcome how its first step goes; the next ones take the others in turn */
    private record Round(List<String> plan, int outcome) {}

    @OnBothDatabases
    void theReferenceIsFollowed(Baton baton) {
        RandomRuns.check(
                Quick.times(25, 8), CompletionRoutingTest::rounds, (rounds, notes) -> follow(baton, rounds, notes));
    }

    private static List<Round> rounds(Random random) {
        return Stream.generate(() -> new Round(plan(random), random.nextInt(OUTCOMES.size())))
                .limit(1 + random.nextInt(4))
                .toList();
    }

    private static List<String> plan(Random random) {
        return Stream.generate(() -> ACTIONS.get(random.nextInt(ACTIONS.size())))
                .limit(random.nextInt(5))
                .toList();
    }

    private static void follow(Baton baton, List<Round> rounds, Consumer<String> notes) {
        Thinker thinker = new Thinker(baton.admin());
        Reference reference = new Reference();
        String id = thinker.in("reasoning");
        int events = 0;
        for (Round round : rounds) {
            if (!reference.state.equals("reasoning")) {
                break;
            }
            notes.accept("REASON_DONE " + round.plan());
            thinker.reason(id, round.plan());
            reference.reason(round.plan());
            agree(thinker, id, reference);
            for (int next = round.outcome(); reference.state.equals("acting"); next++) {
                String outcome = OUTCOMES.get(next % OUTCOMES.size());
                notes.accept(outcome);
                thinker.event(id, outcome).expect(200);
                reference.stepEnds();
                events++;
                agree(thinker, id, reference);
            }
        }
        assertThat(thinker.records(id, "actionsDone")).hasSize(events);
    }

    private static void agree(Thinker thinker, String id, Reference reference) {
        JsonNode task = thinker.task(id);
        JsonNode plan = task.get("data").get("plan");
        assertThat(task.get("state").asText()).isEqualTo(reference.state);
        assertThat(task.get("data").get("iteration").asInt()).isEqualTo(reference.rounds);
        boolean more = reference.done < reference.plan.size();
        assertThat(plan.get("hasMoreSteps").asBoolean()).isEqualTo(more);
        assertThat(plan.get("currentStep").path("index").asInt(-1)).isEqualTo(more ? reference.done : -1);
    }
}
