package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A lifecycle's table as it was published, tried cell by cell on running tasks.
 *
 * @param pairs the states that can follow each state
 * @param triggers the triggers that each state knows
 */
record TransitionTable(String lifecycle, Map<String, Set<String>> pairs, Map<String, Set<String>> triggers) {

    /** How tasks of the lifecycle are brought into a state, and how somebody tries to move them on. */
    interface Play {

        /**
         * A new task in a state.
         *
         * @param next where it is to go, for those states where the task's data decide about that; null if that is open
         */
        String taskIn(Baton baton, String state, String next);

        /** Tries by somebody who has the role for it, with everything that any arrow asks for. */
        Answer attempt(Baton baton, String id, String state, String field, String value);

        /** What is answered to a legal move that nobody can make by a call. */
        default Integer refusedThough(String from, String to) {
            return null;
        }
    }

    /** The states and pairs that the server reads off the diagram are the table's, no more and no less. */
    void isWhatTheDiagramSays(Baton baton, Set<String> initial) {
        JsonNode read =
                baton.admin().get("/api/lifecycles/" + lifecycle).expect(200).json();
        assertThat(Json.texts(read.get("initial"))).containsExactlyInAnyOrderElementsOf(initial);
        assertThat(Json.list(read.get("states")))
                .extracting(state -> state.get("name").asText())
                .containsExactlyInAnyOrderElementsOf(pairs.keySet());
        for (String from : pairs.keySet()) {
            Set<String> targets = new LinkedHashSet<>();
            read.get("transitions").forEach(transition -> {
                if (transition.get("from").asText().equals(from)) {
                    targets.add(transition.get("to").asText());
                }
            });
            assertThat(targets).as("from %s", from).isEqualTo(pairs.get(from));
        }
    }

    /**
     * Every cell: a pair of the table is taken, any other is refused and leaves no trace. The diagram refuses, not the
     * database: on PostgreSQL only what is taken is tried.
     */
    void isWhatARunningTaskAccepts(Baton baton, Play play) {
        for (String from : pairs.keySet()) {
            for (String to : pairs.keySet()) {
                boolean legal = pairs.get(from).contains(to);
                if (!legal && !baton.onH2()) {
                    continue;
                }
                String id = play.taskIn(baton, from, to);
                List<JsonNode> before = baton.history(id);
                Answer answer = play.attempt(baton, id, from, "to", to);
                Integer refused = legal ? play.refusedThough(from, to) : Integer.valueOf(409);
                assertThat(answer.status())
                        .as("%s -> %s: %s", from, to, answer.body())
                        .isEqualTo(refused == null ? 200 : refused);
                assertThat(baton.state(id)).isEqualTo(refused == null ? to : from);
                if (refused != null) {
                    assertThat(baton.history(id)).isEqualTo(before);
                }
                if (!legal) {
                    assertThat(Json.texts(answer.json().get("allowedTransitions")))
                            .as("%s -> %s", from, to)
                            .containsExactlyInAnyOrderElementsOf(pairs.get(from));
                }
            }
        }
    }

    /** Every state with every name of a trigger; on PostgreSQL with those that it knows. */
    void namesTriggersInTheirStatesOnly(Baton baton, Play play) {
        Set<String> names = new LinkedHashSet<>();
        triggers.values().forEach(names::addAll);
        for (String state : pairs.keySet()) {
            for (String trigger : names) {
                boolean known = triggers.get(state).contains(trigger);
                if (!known && !baton.onH2()) {
                    continue;
                }
                String id = play.taskIn(baton, state, null);
                Answer answer = play.attempt(baton, id, state, "trigger", trigger);
                assertThat(answer.status())
                        .as("%s in %s: %s", trigger, state, answer.body())
                        .isEqualTo(known ? 200 : 409);
                if (!known) {
                    assertThat(baton.state(id)).isEqualTo(state);
                }
            }
        }
    }
}
