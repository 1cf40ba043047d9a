package dev.baton.crash;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Governed;
import dev.baton.testing.Thinker;
import java.util.List;

/** Lives of tasks that one agent leads to the end, in the names of all who take part. */
final class ScriptedLives implements Runnable {

    static final String REVIEW = "{\"verdict\":\"approved\",\"findings\":[]}";
    private static final String COST = "0.01";

    private final Agent agent;
    private int count;

    ScriptedLives(Agent agent, int first) {
        this.agent = agent;
        this.count = first;
    }

    @Override
    public void run() {
        switch (count++ % 4) {
            case 0 -> peerReview();
            case 1 -> governed();
            case 2 -> cognitive();
            default -> pipeline();
        }
    }

    private void peerReview() {
        String id = agent.create("lead", "peer-review", ",\"data\":{\"criticality\":\"complex\"}");
        agent.move("worker-1", id, "start", "{}");
        agent.move("worker-1", id, "complete", "{\"result\":\"done\"}");
        agent.move("lead", id, "start-review", "{\"reviewers\":[\"reviewer-1\",\"reviewer-2\"]}");
        agent.move("reviewer-1", id, "submit-review", REVIEW);
        agent.move("reviewer-2", id, "submit-review", REVIEW);
        agent.move("lead", id, "finish", "{\"finalReport\":\"good\"}");
    }

    private void governed() {
        String id = agent.create("human", "governed", "");
        agent.move("human", id, "assign", "{\"assigneeIds\":[\"worker-1\"]}");
        agent.move("worker-1", id, "start", Governed.PLAN);
        agent.move("worker-1", id, "submit", Governed.WORK);
        agent.move("worker-1", id, "request-approval", Governed.ASK);
        agent.move("human", id, "decide", Governed.decision("approved"));
        agent.move("human", id, "approve", Governed.NOTE);
    }

    private void cognitive() {
        String id = agent.create("worker-2", "cognitive", "");
        agent.move("worker-2", id, "TASK_CREATED", "{}");
        agent.move(
                "worker-2",
                id,
                "REASON_DONE",
                "{\"plan\":%s,\"reasoning\":{\"thought\":\"do it\"}}"
                        .formatted(Thinker.planOf(List.of("tool_call", "respond"))));
        agent.move("worker-2", id, "TASK_SUSPENDED", Thinker.payload("TASK_SUSPENDED"));
        agent.move("worker-2", id, "TASK_RESUMED", "{}");
        agent.move("worker-2", id, "TOOL_CALL_COMPLETED", Thinker.payload("TOOL_CALL_COMPLETED"));
        agent.move("worker-2", id, "STEP_COMPLETED", Thinker.payload("STEP_COMPLETED"));
        agent.move("worker-2", id, "REASON_DONE", Thinker.payload("REASON_DONE"));
        agent.move("worker-2", id, "STEP_COMPLETED", Thinker.payload("STEP_COMPLETED"));
    }

    private void pipeline() {
        String id = agent.create("admin", "pipeline", "");
        agent.move("admin", id, "classified", "{\"intent\":\"bugfix\",\"confidence\":0.9}");
        agent.move("admin", id, "route", "{}");
        JsonNode last =
                agent.move("admin", id, "phase-failed", "{\"error\":\"no luck\",\"costUsd\":%s}".formatted(COST));
        while (!last.get("to").asText().equals("verifying")) {
            last = agent.move("admin", id, "phase-succeeded", "{\"output\":\"done\",\"costUsd\":%s}".formatted(COST));
        }
        agent.move("admin", id, "verified", "{\"checks\":[{\"name\":\"compiles\",\"passed\":true}]}");
    }
}
