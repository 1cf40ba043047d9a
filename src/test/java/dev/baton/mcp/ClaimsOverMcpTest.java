package dev.baton.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Json;
import dev.baton.testing.McpAgent;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Agents that claim tasks through MCP: at the same time, waiting for one, dying with one. */
class ClaimsOverMcpTest {

    private static final String CLAIM = "{\"lifecycle\":\"work-queue\"}";

    @OnBothDatabases
    void ofTwoAgentsOneGetsTheTask(Baton baton) {
        try (McpAgent one = McpAgent.of(baton, "worker-1");
                McpAgent other = McpAgent.of(baton, "worker-2")) {
            one.client().initialize();
            other.client().initialize();
            Workers.drain(baton);
            for (int round = 0; round < 5; round++) {
                String id = Workers.create(baton, "[]");
                List<JsonNode> results = Stream.of(one, other)
                        .map(agent -> CompletableFuture.supplyAsync(() -> agent.call("claim_task", CLAIM)))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();
                assertThat(results)
                        .filteredOn(result -> result.path("claimed").asBoolean())
                        .singleElement()
                        .satisfies(result ->
                                assertThat(result.at("/task/id").asText()).isEqualTo(id));
                assertThat(results)
                        .filteredOn(result -> !result.path("claimed").asBoolean())
                        .singleElement()
                        .satisfies(result ->
                                assertThat(result.path("hint").asText()).contains("wait"));
            }
        }
    }

    @OnBothDatabases
    void anAgentThatWaitsGetsTheTaskThatComes(Baton baton) {
        Workers.drain(baton);
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            agent.client().initialize();
            CompletableFuture<JsonNode> waiting = CompletableFuture.supplyAsync(
                    () -> agent.call("claim_task", "{\"lifecycle\":\"work-queue\",\"wait\":60}"));
            Awaitility.await()
                    .during(Duration.ofMillis(200))
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> !waiting.isDone());
            assertThat(Thread.getAllStackTraces().values())
                    .as("threads that the waiting claim blocks")
                    .noneMatch(frames -> Arrays.stream(frames)
                            .anyMatch(frame -> frame.getClassName().equals(McpController.class.getName())));
            String id = Workers.create(baton, "[]");
            JsonNode claimed = waiting.join();
            assertThat(claimed.at("/task/id").asText()).isEqualTo(id);
            assertThat(claimed.at("/next/moves/0/trigger").asText()).isNotBlank();
        }
    }

    @OnBothDatabases
    void aDeadAgentLosesItsLease(Baton baton) {
        Workers.drain(baton);
        String id = Workers.create(baton, "[]");
        try (McpAgent dead = McpAgent.of(baton, "worker-1");
                McpAgent other = McpAgent.of(baton, "worker-2")) {
            int epoch = dead.call("claim_task", CLAIM).at("/task/lease/epoch").asInt();
            ClockUtil.offset(Duration.ofMinutes(11).toMillis());
            baton.fireTimers(id);
            JsonNode claimed = other.call("claim_task", CLAIM);
            assertThat(claimed.at("/task/id").asText()).isEqualTo(id);

            JsonNode beat = dead.refused("heartbeat", "{\"task\":\"%s\",\"leaseEpoch\":%d}".formatted(id, epoch));
            assertThat(beat.path("status").asInt()).isEqualTo(409);
            assertThat(beat.at("/errors/0/field").asText()).isEqualTo("leaseEpoch");
            assertThat(beat.path("whatToDo").asText()).contains("stop", "discard");
            assertThat(dead.refused(
                                    "move_task",
                                    "{\"task\":\"%s\",\"trigger\":\"start\",\"leaseEpoch\":%d}".formatted(id, epoch))
                            .at("/next/moves"))
                    .isEmpty();
            assertThat(other.move(id, "start", "{}").path("to").asText()).isEqualTo("in_progress");
        }
        assertThat(baton.history(id).stream()
                        .filter(entry -> entry.path("trigger").asText().equals("claim"))
                        .map(entry -> entry.path("actor").asText()))
                .containsExactly("worker-1", "worker-2");
    }

    @OnBothDatabases
    void aClaimThatIsRepeatedWithItsKeyGetsTheSameTaskAndLease(Baton baton) {
        Workers.drain(baton);
        String id = Workers.create(baton, "[]");
        Workers.create(baton, "[]");
        String arguments = "{\"lifecycle\":\"work-queue\",\"idempotencyKey\":\"%s\"}".formatted(Baton.newId());
        try (McpAgent agent = McpAgent.of(baton, "worker-1")) {
            JsonNode first = agent.call("claim_task", arguments);
            JsonNode again = agent.call("claim_task", arguments);
            assertThat(first.at("/task/id").asText()).isEqualTo(id);
            assertThat(again.at("/task/id").asText()).isEqualTo(id);
            assertThat(again.at("/task/lease")).isEqualTo(first.at("/task/lease"));
        }
        assertThat(Json.list(baton.task(id).path("flags"))).isEmpty();
    }
}
