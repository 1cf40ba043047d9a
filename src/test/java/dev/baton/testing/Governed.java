package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller.Answer;
import java.util.List;

/** Tasks of the lifecycle "governed": {@code worker-1} does the work, {@code human} supervises it. */
public final class Governed {

    public static final String KEY = "governed";
    public static final String PLAN = "{\"workPlan\":{\"bullets\":[\"read\",\"write\",\"test\"]}}";
    public static final String WORK = """
            {"deliverable":{"content":"all of it","artifacts":["report.md",{"url":"https://example.org/1"}]},
             "reviewChecklist":{"type":"code","items":[{"label":"tests pass","done":true}]}}""";
    public static final String ASK = "{\"reason\":\"may I?\",\"risk\":\"YELLOW\"}";
    public static final String NOTE = "{\"decisionNote\":\"good work\"}";
    public static final String REASON = "{\"reason\":\"it has to be\"}";
    public static final String FEEDBACK = "{\"feedback\":\"name things better\"}";

    private Governed() {}

    public static String create(Baton baton, String data) {
        String id = Baton.newId();
        baton.as("human")
                .post("/api/tasks", "{\"lifecycle\":\"governed\",\"id\":\"%s\",\"data\":%s}".formatted(id, data))
                .expect(201);
        return id;
    }

    /** A new task in a state, with {@code worker-1} and perhaps others assigned. */
    public static String in(Baton baton, String state, String... others) {
        return with(baton, "{}", state, others);
    }

    public static String with(Baton baton, String data, String state, String... others) {
        String id = create(baton, data);
        List<String> way = way(state);
        if (!way.isEmpty()) {
            StringBuilder ids = new StringBuilder("\"worker-1\"");
            for (String other : others) {
                ids.append(",\"").append(other).append('"');
            }
            move(baton, "human", id, "assign", "{\"assigneeIds\":[%s]}".formatted(ids));
            way.stream().skip(1).forEach(trigger -> move(baton, by(trigger), id, trigger, payload(trigger)));
        }
        assertThat(baton.state(id)).isEqualTo(state);
        return id;
    }

    private static List<String> way(String state) {
        return switch (state) {
            case "INBOX" -> List.of();
            case "ASSIGNED" -> List.of("assign");
            case "IN_PROGRESS" -> List.of("assign", "start");
            case "REVIEW" -> List.of("assign", "start", "submit");
            case "NEEDS_APPROVAL" -> List.of("assign", "start", "submit", "request-approval");
            case "BLOCKED" -> List.of("assign", "start", "submit", "block");
            case "DONE" -> List.of("assign", "start", "submit", "approve");
            case "CANCELED" -> List.of("assign", "cancel");
            default -> throw new IllegalArgumentException(state);
        };
    }

    private static String by(String trigger) {
        return List.of("start", "submit", "request-approval").contains(trigger) ? "worker-1" : "human";
    }

    private static String payload(String trigger) {
        return switch (trigger) {
            case "start" -> PLAN;
            case "submit" -> WORK;
            case "request-approval" -> ASK;
            case "approve" -> NOTE;
            default -> REASON;
        };
    }

    public static JsonNode move(Baton baton, String user, String id, String trigger, String payload) {
        return baton.as(user).move(id, trigger, payload).expect(200).json();
    }

    /** A dry run. */
    public static Answer dry(Baton baton, String user, String id, String trigger, String payload) {
        return baton.as(user)
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"%s\",\"payload\":%s}".formatted(trigger, payload));
    }

    public static String decision(String decision) {
        return "{\"decision\":\"%s\",\"decisionNote\":\"so be it\"}".formatted(decision);
    }

    public static String decision(String decision, String to) {
        return "{\"decision\":\"%s\",\"decisionNote\":\"so be it\",\"to\":\"%s\"}".formatted(decision, to);
    }

    public static Answer run(Baton baton, String user, String id, String cost, String outcome) {
        return baton.as(user)
                .post(
                        "/api/tasks/" + id + "/runs",
                        "{\"costUsd\":%s,\"tokens\":100,\"tool\":\"compiler\",\"outcome\":\"%s\"}"
                                .formatted(cost, outcome));
    }

    public static JsonNode data(Baton baton, String id) {
        return baton.task(id).get("data");
    }

    /** The fields of a refusal's errors. */
    public static List<String> fields(Answer answer) {
        return Json.list(answer.json().get("errors")).stream()
                .map(error -> error.get("field").asText())
                .distinct()
                .toList();
    }

    /** The outcomes of all requests for approval, in their order. */
    public static List<String> outcomes(Baton baton, String id) {
        return Json.list(data(baton, id).path("approvals")).stream()
                .map(request -> request.get("outcome").asText())
                .toList();
    }
}
