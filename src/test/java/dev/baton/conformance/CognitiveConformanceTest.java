package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The tables of the cognitive loop: static, dynamic and special transitions, every state with every event. */
class CognitiveConformanceTest {

    /** What one event can do in one state; where there are several targets, the plan or memory decides. */
    private record Cell(String from, String event, Set<String> to) {}

    private static final Set<String> AFTER_A_STEP = Set.of("acting", "reasoning", "completed");

    private static final List<Cell> TABLE = List.of(
            new Cell("idle", "TASK_CREATED", Set.of("reasoning")),
            new Cell("reasoning", "REASON_DONE", Set.of("acting")),
            new Cell("reasoning", "NEED_MORE_INFO", Set.of("suspended")),
            new Cell("suspended", "MESSAGE_RECEIVED", Set.of("reasoning")),
            new Cell("acting", "TOOL_CALL_COMPLETED", AFTER_A_STEP),
            new Cell("acting", "TOOL_CALL_FAILED", AFTER_A_STEP),
            new Cell("acting", "STEP_COMPLETED", AFTER_A_STEP),
            new Cell("suspended", "TASK_RESUMED", Set.of("reasoning", "acting")),
            new Cell("reasoning", "TASK_SUSPENDED", Set.of("suspended")),
            new Cell("acting", "TASK_SUSPENDED", Set.of("suspended")),
            new Cell("idle", "TASK_FAILED", Set.of("failed")),
            new Cell("reasoning", "TASK_FAILED", Set.of("failed")),
            new Cell("acting", "TASK_FAILED", Set.of("failed")),
            new Cell("suspended", "TASK_FAILED", Set.of("failed")));

    private static final List<String> STATES =
            List.of("idle", "reasoning", "acting", "suspended", "completed", "failed");

    private static final TransitionTable PAIRS = new TransitionTable(
            "cognitive",
            STATES.stream().collect(Collectors.toMap(state -> state, CognitiveConformanceTest::targets)),
            STATES.stream().collect(Collectors.toMap(state -> state, CognitiveConformanceTest::events)));

    private static final TransitionTable.Play ADMIN = new TransitionTable.Play() {

        @Override
        public String taskIn(Baton baton, String state, String next) {
            Thinker thinker = new Thinker(baton.admin());
            if (state.equals("acting") && next != null) {
                return switch (next) {
                    case "reasoning" -> thinker.acting("tool_call");
                    case "completed" -> thinker.acting("respond");
                    default -> thinker.acting("tool_call", "respond");
                };
            }
            if (state.equals("suspended") && "acting".equals(next)) {
                String id = thinker.in("acting");
                thinker.event(id, "TASK_SUSPENDED").expect(200);
                return id;
            }
            return thinker.in(state);
        }

        /** Several arrows lead to some states: the event that the pair stands for is named beside it. */
        @Override
        public Answer attempt(Baton baton, String id, String state, String field, String value) {
            if (field.equals("trigger")) {
                return new Thinker(baton.admin()).event(id, value);
            }
            String event = TABLE.stream()
                    .filter(cell -> cell.from().equals(state) && cell.to().contains(value))
                    .map(Cell::event)
                    .reduce((first, last) -> last)
                    .orElse(null);
            String named = event == null ? "" : "\"trigger\":\"" + event + "\",";
            return baton.admin()
                    .post(
                            "/api/tasks/" + id + "/transitions",
                            "{%s\"to\":\"%s\",\"payload\":%s}"
                                    .formatted(named, value, event == null ? "{}" : Thinker.payload(event)));
        }
    };

    @OnBothDatabases
    void theDiagramSaysWhatTheTablesSay(Baton baton) {
        PAIRS.isWhatTheDiagramSays(baton, Set.of("idle"));
        JsonNode read =
                baton.admin().get("/api/lifecycles/cognitive").expect(200).json();
        assertThat(Json.list(read.get("transitions")).stream()
                        .map(t -> t.get("from").asText() + " "
                                + t.get("trigger").asText() + " " + t.get("to").asText())
                        .distinct()) // the timer of a lease takes TASK_SUSPENDED too
                .containsExactlyInAnyOrderElementsOf(TABLE.stream()
                        .flatMap(cell -> cell.to().stream().map(to -> cell.from() + " " + cell.event() + " " + to))
                        .toList());
    }

    @OnBothDatabases
    void aRunningTaskAcceptsExactlyThePairs(Baton baton) {
        PAIRS.isWhatARunningTaskAccepts(baton, ADMIN);
    }

    @OnBothDatabases
    void everyStateTakesItsEventsAndRefusesAllOthers(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        for (String state : STATES) {
            for (String event : Thinker.EVENTS) {
                Cell cell = TABLE.stream()
                        .filter(c -> c.from().equals(state) && c.event().equals(event))
                        .findFirst()
                        .orElse(null);
                if (cell == null && !baton.onH2()) {
                    continue; // the diagram refuses, not the database
                }
                String id = thinker.in(state);
                JsonNode task = baton.task(id);
                List<JsonNode> history = baton.history(id);
                Answer answer = thinker.event(id, event);
                if (cell == null) {
                    refused(answer, state, event);
                    assertThat(baton.task(id)).isEqualTo(task);
                    assertThat(baton.history(id)).isEqualTo(history);
                } else {
                    answer.expect(200);
                    assertThat(cell.to()).as("%s in %s", event, state).contains(baton.state(id));
                    assertThat(baton.history(id)).hasSize(history.size() + 1);
                }
            }
        }
    }

    /** The error that the tables name, with the state and the event. */
    private static void refused(Answer answer, String state, String event) {
        assertThat(Problem.of(answer, 409).detail()).contains("'" + event + "'").contains("'" + state + "'");
        assertThat(answer.json().get("title").asText()).isEqualTo("InvalidStateTransition");
        assertThat(answer.json().get("type").asText()).endsWith("InvalidStateTransition");
    }

    @OnBothDatabases
    void whatATaskCanTakeIsKnownWithoutTrying(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        for (String state : STATES) {
            JsonNode options = baton.admin()
                    .get("/api/tasks/" + thinker.in(state) + "/transitions")
                    .expect(200)
                    .json();
            Set<String> possible = Json.list(options.get("transitions")).stream()
                    .filter(option -> !option.get("to").isEmpty())
                    .map(option -> option.get("trigger").asText())
                    .collect(Collectors.toSet());
            assertThat(possible).as(state).isEqualTo(events(state));
        }
    }

    @OnBothDatabases
    void aStepThatIsNotTheLastIsATransitionOfItsOwn(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.acting("tool_call", "tool_call", "respond");
        thinker.event(id, "TOOL_CALL_COMPLETED").expect(200);
        thinker.event(id, "TOOL_CALL_FAILED").expect(200);
        List<JsonNode> history = baton.history(id);
        assertThat(history.subList(3, 5)).allSatisfy(step -> {
            assertThat(step.get("from").asText()).isEqualTo("acting");
            assertThat(step.get("to").asText()).isEqualTo("acting");
        });
        assertThat(history.get(4).get("trigger").asText()).isEqualTo("TOOL_CALL_FAILED");
    }

    @OnBothDatabases
    void theHistoryNamesTheEventThatMovedTheTask(Baton baton) {
        Thinker thinker = new Thinker(baton.admin());
        String id = thinker.create();
        JsonNode answer = baton.admin()
                .post("/api/tasks/" + id + "/transitions", "{\"trigger\":\"TASK_CREATED\",\"eventId\":\"evt-7\"}")
                .expect(200)
                .json();
        assertThat(answer.get("eventId").asText()).isEqualTo("evt-7");
        JsonNode unnamed = thinker.event(id, "TASK_SUSPENDED", "{\"reason\":\"r\"}")
                .expect(200)
                .json();
        List<JsonNode> history = baton.history(id);
        assertThat(history.get(1).get("trigger").asText()).isEqualTo("TASK_CREATED");
        assertThat(history.get(1).get("eventId").asText()).isEqualTo("evt-7");
        assertThat(history.get(2).get("eventId").asText())
                .isEqualTo(unnamed.get("eventId").asText())
                .isNotBlank();
    }

    private static Set<String> targets(String state) {
        Set<String> targets = new LinkedHashSet<>();
        TABLE.stream().filter(cell -> cell.from().equals(state)).forEach(cell -> targets.addAll(cell.to()));
        return targets;
    }

    private static Set<String> events(String state) {
        return TABLE.stream()
                .filter(cell -> cell.from().equals(state))
                .map(Cell::event)
                .collect(Collectors.toSet());
    }
}
