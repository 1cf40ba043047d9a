package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.conformance.Errands.Row;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ErrandGuardsTest {

    private static final List<String> USERS = List.of(
            "worker-1", "worker-2", "specialist", "lead", "human", "intern", "reviewer-1", "security-1", "admin");

    /** The worker who took the task is worker-1. */
    private static final Map<String, Set<String>> MAY = Map.of(
            "take", Set.of("worker-1", "worker-2", "specialist", "lead", "admin"),
            "drop", Set.of("human", "admin"),
            "deliver", Set.of("worker-1"),
            "hand-back", Set.copyOf(USERS),
            "try", Set.of("worker-1", "human", "admin"),
            "approve", Set.of("reviewer-1", "security-1", "admin"),
            "reject", Set.of("reviewer-1", "security-1", "admin"),
            "cancel", Set.of("lead", "human", "admin"));

    @OnBothDatabases
    void everyArrowIsForItsRolesAndForNobodyElse(Baton baton) {
        MAY.forEach((trigger, permitted) -> Errands.by(trigger)
                .map(Row::from)
                .distinct()
                .forEach(from -> {
                    for (String user : USERS) {
                        if (permitted.contains(user)) {
                            may(baton, user, trigger, from);
                        } else {
                            mayNot(baton, user, trigger, from);
                        }
                    }
                }));
    }

    private static void may(Baton baton, String user, String trigger, String from) {
        String id = Errands.in(baton, from, 3, "worker-1");
        assertThat(offered(baton, user, id, trigger)).as("%s %s", user, trigger).isTrue();
        baton.as(user)
                .move(id, trigger, Errands.payload(trigger, "checking").toString())
                .expect(200);
        JsonNode step = baton.history(id).stream()
                .filter(s -> trigger.equals(s.get("trigger").textValue())
                        && from.equals(s.get("from").textValue()))
                .findFirst()
                .orElseThrow();
        assertThat(step.get("actor").asText()).isEqualTo(user);
    }

    private static void mayNot(Baton baton, String user, String trigger, String from) {
        String id = Errands.in(baton, from, 3, "worker-1");
        assertThat(offered(baton, user, id, trigger)).as("%s %s", user, trigger).isFalse();
        var before = Traces.of(baton, id);
        Answer answer = baton.as(user)
                .move(id, trigger, Errands.payload(trigger, "checking").toString())
                .expect(403);
        assertThat(answer.json().get("errors")).singleElement().satisfies(error -> {
            assertThat(error.get("field").asText()).isEqualTo("actor");
            assertThat(error.get("message").asText()).startsWith(user + " may not '" + trigger + "'");
        });
        assertThat(Traces.of(baton, id)).isEqualTo(before);
    }

    private static boolean offered(Baton baton, String user, String id, String trigger) {
        JsonNode options = baton.as(user)
                .get("/api/tasks/" + id + "/transitions")
                .expect(200)
                .json();
        return Json.list(options.get("transitions")).stream()
                .filter(option -> option.get("trigger").asText().equals(trigger))
                .findFirst()
                .orElseThrow()
                .get("permitted")
                .asBoolean();
    }

    @OnBothDatabases
    void aPlanHasOneToThreeSteps(Baton baton) {
        refuses(
                baton,
                "open",
                "take",
                "plan",
                "{}",
                "{\"plan\":null}",
                "{\"plan\":\"go\"}",
                "{\"plan\":{}}",
                "{\"plan\":{\"steps\":\"go\"}}",
                "{\"plan\":{\"steps\":[]}}",
                "{\"plan\":{\"steps\":[\"\"]}}",
                "{\"plan\":{\"steps\":[1]}}",
                "{\"plan\":{\"steps\":[\"" + "x".repeat(201) + "\"]}}",
                "{\"plan\":{\"steps\":[\"go\"],\"more\":1}}",
                "{\"plan\":{\"steps\":[\"1\",\"2\",\"3\",\"4\"]}}");
        takes(
                baton,
                "open",
                "take",
                "{\"plan\":{\"steps\":[\"1\"]}}",
                "{\"plan\":{\"steps\":[\"1\",\"2\",\"3\"]}}",
                "{\"plan\":{\"steps\":[\"" + "x".repeat(200) + "\"]}}");
    }

    @OnBothDatabases
    void aResultHasText(Baton baton) {
        refuses(
                baton,
                "working",
                "deliver",
                "result",
                "{}",
                "{\"result\":null}",
                "{\"result\":[]}",
                "{\"result\":{}}",
                "{\"result\":{\"text\":\"\"}}",
                "{\"result\":{\"text\":1}}",
                "{\"result\":{\"text\":\"x\",\"size\":-1}}",
                "{\"result\":{\"text\":\"x\",\"size\":1.5}}",
                "{\"result\":{\"text\":\"x\",\"size\":\"1\"}}");
        takes(baton, "working", "deliver", "{\"result\":{\"text\":\"x\"}}", "{\"result\":{\"text\":\"x\",\"size\":0}}");
    }

    @OnBothDatabases
    void aNoteMayBeLeftOutButNotBeTooLong(Baton baton) {
        String form = "{\"result\":{\"text\":\"x\"},\"note\":%s}";
        refuses(
                baton,
                "working",
                "deliver",
                "note",
                form.formatted("\"" + "x".repeat(51) + "\""),
                form.formatted("\"" + "\uD83D\uDE00".repeat(51) + "\""),
                form.formatted("7"),
                form.formatted("{}"));
        takes(
                baton,
                "working",
                "deliver",
                form.formatted("\"" + "x".repeat(50) + "\""),
                form.formatted("\"" + "\uD83D\uDE00".repeat(50) + "\""),
                form.formatted("\"\""),
                form.formatted("null"));
    }

    @OnBothDatabases
    void aReasonIsNeitherEmptyNorEndless(Baton baton) {
        for (Row row : List.of(new Row("checking", "", "reject", ""), new Row("open", "", "cancel", ""))) {
            refuses(
                    baton,
                    row.from(),
                    row.trigger(),
                    "reason",
                    "{}",
                    "{\"reason\":null}",
                    "{\"reason\":\"\"}",
                    "{\"reason\":5}",
                    "{\"reason\":\"" + "x".repeat(501) + "\"}");
            takes(baton, row.from(), row.trigger(), "{\"reason\":\"x\"}", "{\"reason\":\"" + "x".repeat(500) + "\"}");
        }
    }

    @OnBothDatabases
    void everyReasonIsToldAtOnce(Baton baton) {
        String id = Errands.in(baton, "working", 3, "worker-1");
        Answer answer = baton.as("intern")
                .move(id, "deliver", "{\"note\":\"" + "x".repeat(51) + "\"}")
                .expect(403);
        assertThat(answer.json().get("errors"))
                .extracting(error -> error.get("field").asText())
                .containsExactlyInAnyOrder("actor", "result", "note");
    }

    private static void refuses(Baton baton, String from, String trigger, String field, String... payloads) {
        String id = Errands.in(baton, from);
        var before = Traces.of(baton, id);
        for (String payload : payloads) {
            Answer answer = baton.admin().move(id, trigger, payload).expect(422);
            assertThat(answer.json().get("errors")).isNotEmpty().allSatisfy(error -> {
                assertThat(error.get("field").asText()).isEqualTo(field);
                assertThat(error.get("message").asText()).startsWithIgnoringCase(field);
            });
            assertThat(Traces.of(baton, id)).as(payload).isEqualTo(before);
        }
    }

    private static void takes(Baton baton, String from, String trigger, String... payloads) {
        for (String payload : payloads) {
            String id = Errands.in(baton, from);
            int before = baton.history(id).size();
            baton.admin().move(id, trigger, payload).expect(200);
            assertThat(baton.history(id).get(before).get("payload")).isEqualTo(Json.read(payload));
        }
    }
}
