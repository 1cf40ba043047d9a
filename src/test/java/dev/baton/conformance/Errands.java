package dev.baton.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The table of the lifecycle {@code errand}, written down a second time, and ways to bring a task into its states. */
final class Errands {

    record State(String name, boolean terminal, String waitsFor) {}

    record Row(String from, String to, String trigger, String kind) {}

    static final String KEY = "errand";

    static final List<State> STATES = List.of(
            new State("open", false, "agent"),
            new State("working", false, "agent"),
            new State("packing", false, "nobody"),
            new State("checking", false, "person"),
            new State("done", true, "nobody"),
            new State("expired", true, "nobody"),
            new State("failed", true, "nobody"),
            new State("cancelled", true, "nobody"));

    static final List<Row> TABLE = List.of(
            new Row("open", "working", "take", "actor"),
            new Row("open", "expired", "drop", "actor"),
            new Row("open", "expired", "expire", "timer"),
            new Row("open", "cancelled", "cancel", "actor"),
            new Row("working", "packing", "deliver", "actor"),
            new Row("working", "open", "hand-back", "actor"),
            new Row("working", "checking", "try", "actor"),
            new Row("working", "working", "try", "actor"),
            new Row("working", "failed", "try", "actor"),
            new Row("working", "cancelled", "cancel", "actor"),
            new Row("packing", "checking", null, "automatic"),
            new Row("checking", "done", "approve", "actor"),
            new Row("checking", "working", "approve", "actor"),
            new Row("checking", "working", "reject", "actor"),
            new Row("checking", "cancelled", "cancel", "actor"));

    /** Where a task can rest: packing is left in the same breath. */
    static final List<String> RESTING =
            List.of("open", "working", "checking", "done", "expired", "failed", "cancelled");

    private static final String GOOD = """
            {"plan":{"steps":["look"]},"result":{"text":"here"},"note":"n","reason":"because","score":7,"ok":true}""";

    private static final Map<String, List<String>> WAYS = Map.of(
            "open", List.of(),
            "working", List.of("take"),
            "checking", List.of("take", "deliver"),
            "done", List.of("take", "deliver", "approve"),
            "expired", List.of("drop"),
            "failed", List.of("take", "try"),
            "cancelled", List.of("cancel"));

    private static final Map<String, List<String>> NEEDS = Map.of(
            "take", List.of("plan"),
            "drop", List.of(),
            "deliver", List.of("result", "note"),
            "hand-back", List.of(),
            "try", List.of("ok"),
            "approve", List.of("score"),
            "reject", List.of("reason"),
            "cancel", List.of("reason"));

    private Errands() {}

    static Stream<Row> by(String trigger) {
        return TABLE.stream().filter(row -> trigger.equals(row.trigger()));
    }

    /** What a trigger takes, with data that leads to one state; all there is for one that does not exist. */
    static ObjectNode payload(String trigger, String to) {
        ObjectNode payload = payload(to);
        return NEEDS.containsKey(trigger) ? payload.retain(NEEDS.get(trigger)) : payload;
    }

    /** Artifacts for every arrow, and data that leads to one state. */
    private static ObjectNode payload(String to) {
        ObjectNode payload = Json.object(GOOD);
        payload.put("ok", to.equals("checking"));
        payload.put("score", to.equals("done") ? 7 : 2);
        return payload;
    }

    /** Nothing but what one arrow asks for. */
    static ObjectNode payload(Row row) {
        return payload(row.trigger(), row.to());
    }

    static String in(Baton baton, String state) {
        return in(baton, state, state.equals("failed") ? 1 : 3);
    }

    /** A new task in a state; the admin has all roles and is the assignee. */
    static String in(Baton baton, String state, int maxAttempts) {
        return in(baton, state, maxAttempts, "admin");
    }

    static String in(Baton baton, String state, int maxAttempts, String worker) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"errand\",\"id\":\"%s\",\"title\":\"An errand\",\"maxAttempts\":%d}"
                                .formatted(id, maxAttempts))
                .expect(201);
        for (String trigger : WAYS.get(state)) {
            String who = List.of("take", "deliver", "try").contains(trigger) ? worker : "admin";
            baton.as(who).move(id, trigger, payload(trigger, state).toString()).expect(200);
        }
        return id;
    }
}
