package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Thinker;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.Size;

/** Whatever plans an agent makes and however their steps go, a task goes where a machine of a few lines says. */
class CompletionRoutingTest {

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

    @Provide
    Arbitrary<List<String>> plans() {
        return Arbitraries.of("tool_call", "respond", "generate").list().ofMaxSize(4);
    }

    @Property(tries = 25, shrinking = ShrinkingMode.BOUNDED)
    void theReferenceIsFollowedOnH2(
            @ForAll @Size(min = 1, max = 4) List<@net.jqwik.api.From("plans") List<String>> plans, @ForAll int seed) {
        follow(Baton.on(Database.H2), plans, seed);
    }

    @Property(tries = 25, shrinking = ShrinkingMode.BOUNDED)
    void theReferenceIsFollowedOnPostgres(
            @ForAll @Size(min = 1, max = 4) List<@net.jqwik.api.From("plans") List<String>> plans, @ForAll int seed) {
        follow(Baton.on(Database.POSTGRES), plans, seed);
    }

    private static void follow(Baton baton, List<List<String>> plans, int seed) {
        Thinker thinker = new Thinker(baton.admin());
        Reference reference = new Reference();
        List<String> diary = new ArrayList<>();
        String id = thinker.in("reasoning");
        int events = 0;
        for (List<String> plan : plans) {
            if (!reference.state.equals("reasoning")) {
                break;
            }
            thinker.reason(id, plan);
            reference.reason(plan);
            diary.add("REASON_DONE " + plan);
            agree(thinker, id, reference, diary);
            while (reference.state.equals("acting")) {
                String outcome = OUTCOMES.get(Math.floorMod(seed + events++, OUTCOMES.size()));
                thinker.event(id, outcome).expect(200);
                reference.stepEnds();
                diary.add(outcome);
                agree(thinker, id, reference, diary);
            }
        }
        assertThat(thinker.records(id, "actionsDone")).as("%s", diary).hasSize(events);
    }

    private static void agree(Thinker thinker, String id, Reference reference, List<String> diary) {
        JsonNode task = thinker.task(id);
        JsonNode plan = task.get("data").get("plan");
        assertThat(task.get("state").asText()).as("%s", diary).isEqualTo(reference.state);
        assertThat(task.get("data").get("iteration").asInt()).as("%s", diary).isEqualTo(reference.rounds);
        boolean more = reference.done < reference.plan.size();
        assertThat(plan.get("hasMoreSteps").asBoolean()).as("%s", diary).isEqualTo(more);
        assertThat(plan.get("currentStep").path("index").asInt(-1))
                .as("%s", diary)
                .isEqualTo(more ? reference.done : -1);
    }
}
