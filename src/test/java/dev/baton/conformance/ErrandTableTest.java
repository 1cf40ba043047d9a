package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.conformance.Errands.Row;
import dev.baton.conformance.Errands.State;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** What is read off the diagram is the table, and a running task keeps to it. */
@DatabaseIndependent
class ErrandTableTest {

    @OnBothDatabases
    void theDiagramReadsAsTheTable(Baton baton) {
        JsonNode read = baton.admin().get("/api/lifecycles/errand").expect(200).json();
        assertThat(read.get("key").asText()).isEqualTo(Errands.KEY);
        assertThat(Json.texts(read.get("initial"))).containsExactly("open");
        assertThat(Json.list(read.get("states")))
                .extracting(s -> new State(
                        s.get("name").asText(),
                        s.get("terminal").asBoolean(),
                        s.get("waitsFor").asText()))
                .containsExactlyInAnyOrderElementsOf(Errands.STATES);
        assertThat(Json.list(read.get("transitions")))
                .extracting(t -> new Row(
                        t.get("from").asText(),
                        t.get("to").asText(),
                        t.get("trigger").textValue(),
                        t.get("kind").asText()))
                .containsExactlyInAnyOrderElementsOf(Errands.TABLE);
    }

    @OnBothDatabases
    void everyPairOfStatesIsTakenOrRefusedAsTheTableSays(Baton baton) {
        for (String from : Errands.RESTING) {
            for (State to : Errands.STATES) {
                move(baton, from, to.name());
            }
            refused(baton, from, "{\"to\":\"nowhere\"}");
        }
    }

    private static void move(Baton baton, String from, String to) {
        List<String> triggers = Errands.TABLE.stream()
                .filter(row -> row.from().equals(from)
                        && row.to().equals(to)
                        && row.kind().equals("actor"))
                .map(Row::trigger)
                .toList();
        String body = "{\"to\":\"%s\",\"payload\":%s}".formatted(to, payload(triggers, from, to));
        boolean clear = triggers.size() == 1
                || triggers.stream()
                                .filter(trigger -> leadsOnly(from, trigger, to))
                                .count()
                        == 1;
        if (clear) {
            taken(baton, from, to, body);
        } else {
            Answer answer = refused(baton, from, body);
            triggers.forEach(trigger -> assertThat(answer.body()).contains(trigger));
        }
        for (String trigger : triggers) {
            taken(
                    baton,
                    from,
                    to,
                    "{\"to\":\"%s\",\"trigger\":\"%s\",\"payload\":%s}"
                            .formatted(to, trigger, Errands.payload(trigger, to)));
        }
    }

    private static ObjectNode payload(List<String> triggers, String from, String to) {
        return triggers.stream()
                .filter(trigger -> triggers.size() == 1 || leadsOnly(from, trigger, to))
                .findFirst()
                .map(trigger -> Errands.payload(trigger, to))
                .orElseGet(() -> Json.object("{}"));
    }

    private static boolean leadsOnly(String from, String trigger, String to) {
        return Errands.by(trigger)
                .filter(row -> row.from().equals(from))
                .allMatch(row -> row.to().equals(to));
    }

    private static void taken(Baton baton, String from, String to, String body) {
        String id = Errands.in(baton, from, to.equals("failed") ? 1 : 3);
        int before = baton.history(id).size();
        post(baton, id, body).expect(200);
        JsonNode step = baton.history(id).get(before);
        assertThat(step.get("from").asText()).isEqualTo(from);
        assertThat(step.get("to").asText()).isEqualTo(to);
        assertThat(step.get("number").asInt()).isEqualTo(before + 1);
        assertThat(baton.state(id)).isEqualTo(to.equals("packing") ? "checking" : to);
    }

    private static Answer refused(Baton baton, String from, String body) {
        String id = Errands.in(baton, from);
        var before = Traces.of(baton, id);
        Answer answer = post(baton, id, body).expect(409);
        assertThat(Traces.of(baton, id)).as("%s from %s", body, from).isEqualTo(before);
        assertThat(answer.json().get("success").asBoolean()).isFalse();
        assertThat(Json.texts(answer.json().get("allowedTransitions")))
                .containsExactlyInAnyOrderElementsOf(targets(from));
        return answer;
    }

    private static List<String> targets(String from) {
        return Errands.TABLE.stream()
                .filter(row -> row.from().equals(from))
                .map(Row::to)
                .distinct()
                .toList();
    }

    private static Answer post(Baton baton, String id, String body) {
        return baton.admin().post("/api/tasks/" + id + "/transitions", body);
    }

    @OnBothDatabases
    void everyTriggerIsTakenOrRefusedAsTheTableSays(Baton baton) {
        List<String> triggers = Stream.concat(
                        Errands.TABLE.stream().map(Row::trigger),
                        Stream.of("create", "abandon", "breaks", "TAKE", "open__take", "packing__checking"))
                .filter(java.util.Objects::nonNull)
                .distinct()
                .toList();
        for (String from : Errands.RESTING) {
            for (String trigger : triggers) {
                byName(baton, from, trigger);
            }
        }
    }

    private static void byName(Baton baton, String from, String trigger) {
        List<String> targets = Errands.by(trigger)
                .filter(row -> row.from().equals(from) && row.kind().equals("actor"))
                .map(Row::to)
                .toList();
        for (String to : targets) {
            taken(
                    baton,
                    from,
                    to,
                    "{\"trigger\":\"%s\",\"payload\":%s}".formatted(trigger, Errands.payload(trigger, to)));
        }
        if (targets.isEmpty()) {
            refused(
                    baton,
                    from,
                    "{\"trigger\":\"%s\",\"payload\":%s}".formatted(trigger, Errands.payload(trigger, "done")));
        }
    }

    @OnBothDatabases
    void aTargetThatDataLeadsAwayFromIsRefused(Baton baton) {
        String id = Errands.in(baton, "checking");
        var before = Traces.of(baton, id);
        post(baton, id, "{\"to\":\"done\",\"payload\":{\"score\":2}}").expect(409);
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }

    @OnBothDatabases
    void theTimerTakesItsArrowAndNoOther(Baton baton) {
        for (String from : Errands.RESTING.subList(0, 3)) {
            String id = Errands.in(baton, from);
            ClockUtil.offset(Duration.ofDays(2).toMillis());
            baton.fireTimers(id);
            assertThat(baton.state(id)).isEqualTo(from.equals("open") ? "expired" : from);
        }
    }
}
