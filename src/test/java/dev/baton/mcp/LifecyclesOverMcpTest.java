package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.McpAgent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Thinker;
import java.util.List;

/** Agents work a task of each lifecycle to its end through MCP alone, by the moves that they are offered. */
class LifecyclesOverMcpTest {

    /** Somebody for whom the other tests leave little to do: the tool shows fifty tasks at most. */
    private static final String REVIEWER = "security-2";

    /** Before what other tests have left in the queues. */
    private static final int FIRST = -1_000_000;

    @OnBothDatabases
    void aTaskOfTheWorkQueue(Baton baton) {
        try (McpAgent human = McpAgent.of(baton, "human");
                McpAgent worker = McpAgent.of(baton, "worker-1")) {
            String id = create(human, "work-queue", "{}");
            JsonNode claimed = worker.call("claim_task", "{\"lifecycle\":\"work-queue\"}");
            assertThat(claimed.path("claimed").asBoolean()).isTrue();
            assertThat(claimed.at("/task/id").asText()).isEqualTo(id);
            assertThat(triggers(claimed)).contains("start", "release");

            int epoch = claimed.at("/task/lease/epoch").asInt();
            JsonNode beat = worker.call(
                    "heartbeat", "{\"task\":\"%s\",\"leaseEpoch\":%d,\"note\":\"reading\"}".formatted(id, epoch));
            assertThat(beat.at("/lease/epoch").asInt()).isEqualTo(epoch);
            worker.move(id, "start", "{}");
            JsonNode done = worker.move(id, "succeed", "{\"exitCode\":0,\"commit\":\"abc1234\",\"merged\":true}");
            assertThat(done.path("to").asText()).isEqualTo("completed");
            assertThat(done.at("/next/moves")).isEmpty();

            JsonNode history = worker.call("task_history", "{\"task\":\"%s\"}".formatted(id));
            assertThat(Json.list(history.path("history")).stream()
                            .filter(entry -> entry.has("to"))
                            .map(entry -> entry.path("actor").asText() + " "
                                    + entry.path("to").asText()))
                    .containsExactly("human ready", "worker-1 claimed", "worker-1 in_progress", "worker-1 completed");
        }
    }

    @OnBothDatabases
    void aTaskThatIsReviewed(Baton baton) {
        try (McpAgent lead = McpAgent.of(baton, "lead");
                McpAgent worker = McpAgent.of(baton, "worker-1");
                McpAgent reviewer = McpAgent.of(baton, REVIEWER)) {
            String id = create(lead, "peer-review", "{\"criticality\":\"standard\"}");
            worker.move(id, "start", "{}");
            worker.move(id, "complete", "{\"result\":\"they are sorted\"}");
            lead.move(id, "start-review", "{\"reviewers\":[\"%s\"]}".formatted(REVIEWER));

            JsonNode work = reviewer.call("my_work", "{\"lifecycle\":\"peer-review\",\"limit\":50}");
            assertThat(Json.list(work.path("tasks")))
                    .filteredOn(task -> task.path("id").asText().equals(id))
                    .singleElement()
                    .satisfies(
                            task -> assertThat(Json.texts(task.path("moves"))).contains("submit-review"));
            JsonNode next = reviewer.call("next_moves", "{\"task\":\"%s\"}".formatted(id));
            assertThat(next.at("/moves/0/payload/findings/schema/type").asText())
                    .isEqualTo("array");
            JsonNode refused = worker.refused(
                    "move_task",
                    "{\"task\":\"%s\",\"trigger\":\"submit-review\",\"payload\":%s}".formatted(id, Reviews.review()));
            assertThat(refused.path("status").asInt()).isEqualTo(403);
            reviewer.move(id, "submit-review", Reviews.review().toString());

            JsonNode done = lead.move(id, "finish", "{\"finalReport\":\"good\"}");
            assertThat(done.at("/task/state").asText()).isEqualTo("completed");
            assertThat(done.at("/task/terminal").asBoolean()).isTrue();
        }
    }

    @OnBothDatabases
    void aGovernedTask(Baton baton) {
        try (McpAgent human = McpAgent.of(baton, "human");
                McpAgent worker = McpAgent.of(baton, "worker-1")) {
            String id = create(human, "governed", "{}");
            human.move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}");
            worker.move(id, "start", Governed.PLAN);
            JsonNode costs = worker.call(
                    "report_run",
                    "{\"task\":\"%s\",\"costUsd\":0.125,\"tokens\":1500,\"tool\":\"compiler\",\"outcome\":\"ok\"}"
                            .formatted(id));
            assertThat(costs.at("/costs/totalCost").decimalValue()).isEqualByComparingTo("0.125");
            assertThat(triggers(costs)).contains("submit");
            worker.move(id, "submit", Governed.WORK);
            assertThat(human.move(id, "approve", Governed.NOTE).path("to").asText())
                    .isEqualTo("DONE");
        }
    }

    @OnBothDatabases
    void aThoughtThroughTask(Baton baton) {
        try (McpAgent agent = McpAgent.of(baton, "worker-2")) {
            String id = create(agent, "cognitive", "{\"inputText\":\"What is the weather?\"}");
            JsonNode claimed = agent.call("claim_task", "{\"lifecycle\":\"cognitive\"}");
            assertThat(claimed.at("/task/id").asText()).isEqualTo(id);
            assertThat(claimed.at("/next/state").asText()).isEqualTo("reasoning");
            agent.move(
                    id,
                    "REASON_DONE",
                    "{\"plan\":%s,\"reasoning\":{\"thought\":\"look\"}}".formatted(Thinker.planOf(List.of("respond"))));
            JsonNode done = agent.move(id, "STEP_COMPLETED", "{\"result\":{\"sky\":\"blue\"}}");
            assertThat(done.path("to").asText()).isEqualTo("completed");
            assertThat(triggers(done)).containsExactly("REFLECTION_COMPLETE");
        }
    }

    @OnBothDatabases
    void aRunOfAPipeline(Baton baton) {
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            String id = create(agent, "pipeline", "{}");
            agent.move(id, "classified", "{\"intent\":\"bugfix\",\"confidence\":0.9}");
            JsonNode claimed = agent.call("claim_task", "{\"lifecycle\":\"pipeline\"}");
            assertThat(claimed.at("/task/id").asText()).isEqualTo(id);
            JsonNode at = agent.move(id, "route", "{}");
            for (int phase = 0; at.at("/task/state").asText().equals("executing") && phase < 20; phase++) {
                assertThat(at.at("/task/phase").asText()).isNotBlank();
                at = agent.move(id, "phase-succeeded", "{\"output\":\"done\",\"costUsd\":0.01}");
            }
            JsonNode done = agent.move(id, "verified", "{\"checks\":[{\"name\":\"compiles\",\"passed\":true}]}");
            assertThat(done.path("to").asText()).isEqualTo("completed");
        }
    }

    private static String create(McpAgent agent, String lifecycle, String data) {
        String id = Baton.newId();
        JsonNode created = agent.call(
                "create_task",
                "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"title\":\"Sort the invoices\",\"priority\":%d,\"data\":%s}"
                        .formatted(lifecycle, id, FIRST, data));
        assertThat(created.path("created").asBoolean()).isTrue();
        assertThat(created.at("/task/id").asText()).isEqualTo(id);
        return id;
    }

    private static List<String> triggers(JsonNode result) {
        return Json.list(result.at("/next/moves")).stream()
                .map(move -> move.path("trigger").asText())
                .toList();
    }
}
