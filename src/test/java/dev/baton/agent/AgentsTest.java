package dev.baton.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Governed;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Reviews;
import dev.baton.testing.Tasklist;
import dev.baton.testing.Workers;
import java.util.List;
import java.util.stream.StreamSupport;

/** Supervisors see what agents do, and stop them from claiming. */
class AgentsTest {

    @OnBothDatabases
    void aPausedAgentGetsNoWorkUntilItIsResumed(Baton baton) {
        Workers.drain(baton);
        Workers.create(baton, "[]");
        baton.as("lead")
                .post("/api/agents/worker-2/pause", "{\"reason\":\"It loops\"}")
                .expect(204);
        try {
            Workers.claimNext(baton, "worker-2", 0).expect(204);
            String named = Workers.create(baton, "[]");
            assertThat(baton.as("worker-2")
                            .move(named, "claim", "{}")
                            .expect(403)
                            .body())
                    .contains("worker-2 is paused");
            assertThat(agent(baton, "worker-2").at("/paused/by").asText()).isEqualTo("lead");
            assertThat(agent(baton, "worker-2").at("/paused/reason").asText()).isEqualTo("It loops");
            Workers.claimNext(baton, "worker-1", 0).expect(200);
        } finally {
            baton.as("human").post("/api/agents/worker-2/resume", "{}").expect(204);
        }
        Workers.create(baton, "[]");
        Workers.claimNext(baton, "worker-2", 0).expect(200);
        assertThat(agent(baton, "worker-2").get("paused").isNull()).isTrue();
    }

    @OnBothDatabases
    void aPausedAgentClaimsThroughNoOtherDoorEither(Baton baton) {
        String ready = Workers.create(baton, "[]");
        String execution = baton.engine()
                .getRuntimeService()
                .createExecutionQuery()
                .processInstanceBusinessKey(ready)
                .activityId("ready")
                .singleResult()
                .getId();
        String free = Reviews.create(baton, "standard");
        String blocked = Reviews.inProgress(baton, "standard");
        baton.as(Reviews.WORKER)
                .move(blocked, "block", "{\"reason\":\"no key\"}")
                .expect(200);
        String userTask = Reviews.userTasks(baton, blocked).get(0).getId();
        String claim = "{\"userId\":\"%s\"}".formatted(Reviews.WORKER);
        baton.as("lead").post("/api/agents/" + Reviews.WORKER + "/pause", "{}").expect(204);
        try {
            for (Answer refused : List.of(
                    baton.as(Reviews.WORKER).post("/engine-rest/task/" + userTask + "/claim", claim),
                    Tasklist.of(baton, Reviews.WORKER).post("/task/" + userTask + "/claim", claim),
                    baton.as(Reviews.WORKER)
                            .post(
                                    "/engine-rest/execution/" + execution + "/signal",
                                    "{\"variables\":{\"trigger\":{\"value\":\"claim\",\"type\":\"String\"}}}"),
                    baton.as(Reviews.WORKER).move(free, "start", "{}"))) {
                assertThat(refused.status()).as(refused.body()).isBetween(400, 403);
                assertThat(refused.body()).contains(Reviews.WORKER + " is paused");
            }
        } finally {
            baton.as("lead")
                    .post("/api/agents/" + Reviews.WORKER + "/resume", "{}")
                    .expect(204);
        }
        assertThat(baton.state(ready)).isEqualTo("ready");
        Tasklist.of(baton, Reviews.WORKER)
                .post("/task/" + userTask + "/claim", claim)
                .expect(204);
    }

    @OnBothDatabases
    void onlySupervisorsPauseAndOnlyUsersThatExist(Baton baton) {
        baton.as("worker-1").post("/api/agents/worker-2/pause", "{}").expect(403);
        baton.as("intern").post("/api/agents/worker-2/resume", "{}").expect(403);
        baton.as("lead").post("/api/agents/no-such-user/pause", "{}").expect(422);
        baton.as("lead")
                .post("/api/agents/worker-2/pause", "{\"reason\":\"" + "x".repeat(1001) + "\"}")
                .expect(400);
        baton.anonymous().get("/api/agents").expect(401);
        assertThat(baton.as("lead").get("/api/agents").expect(200).body()).doesNotContain("no-such-user");
    }

    @OnBothDatabases
    void theListSaysWhoHoldsWhatAndWhatTheyDid(Baton baton) {
        long before = agent(baton, "worker-1").path("done").asLong();
        Workers.completed(baton, "worker-1");
        String held = Workers.claimed(baton, "worker-1");
        int epoch = baton.task(held).at("/lease/epoch").asInt();
        Workers.beat(baton, "worker-1", held, epoch, "running tests").expect(200);

        JsonNode agent = agent(baton, "worker-1");
        assertThat(agent.get("done").asLong()).isEqualTo(before + 1);
        JsonNode task = StreamSupport.stream(agent.get("holds").spliterator(), false)
                .filter(one -> one.get("task").asText().equals(held))
                .findFirst()
                .orElseThrow();
        assertThat(task.get("note").asText()).isEqualTo("running tests");
        assertThat(task.get("leaseExpiresAt").asText())
                .isEqualTo(baton.task(held).at("/lease/expiresAt").asText());
        assertThat(agent.get("lastSeenAt").isNull()).isFalse();
    }

    @OnBothDatabases
    void onlyAdminsSeeTheTokensOfOthers(Baton baton) {
        Answer issued = baton.admin()
                .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"seen-by-admins\"}")
                .expect(201);
        assertThat(baton.admin().get("/api/agents").body())
                .contains("seen-by-admins")
                .doesNotContain(issued.json().get("token").asText());
        assertThat(baton.as("lead").get("/api/agents").body()).doesNotContain("seen-by-admins");
    }

    @OnBothDatabases
    void theFlowCountsRefusalsByReasonAndWhatCameBack(Baton baton) {
        long before = refusals(baton, "succeed", "NO_SUCH_TRANSITION");
        String id = Workers.claimed(baton, "worker-1");
        baton.as("worker-1").move(id, "succeed", "{}").expect(409);
        baton.as("worker-1").move(id, "no-such-trigger-" + id, "{}").expect(409);
        assertThat(refusals(baton, "succeed", "NO_SUCH_TRANSITION")).isEqualTo(before + 1);
        assertThat(flow(baton).get("refusals").toString()).doesNotContain("no-such-trigger");
        long returns = returns(baton, "ready");
        int epoch = baton.task(id).at("/lease/epoch").asInt();
        baton.as("worker-1").move(id, "release", "{}", epoch).expect(200);
        assertThat(returns(baton, "ready")).isEqualTo(returns + 1);
    }

    private static long returns(Baton baton, String state) {
        return StreamSupport.stream(flow(baton).get("states").spliterator(), false)
                .filter(one -> one.get("state").asText().equals(state))
                .mapToLong(one -> one.get("returns").asLong())
                .sum();
    }

    private static long refusals(Baton baton, String trigger, String reason) {
        return StreamSupport.stream(flow(baton).get("refusals").spliterator(), false)
                .filter(one -> one.get("trigger").asText().equals(trigger)
                        && one.get("reason").asText().equals(reason))
                .mapToLong(one -> one.get("count").asLong())
                .sum();
    }

    private static JsonNode flow(Baton baton) {
        return baton.as("human")
                .get("/api/lifecycles/work-queue/flow")
                .expect(200)
                .json();
    }

    @OnBothDatabases
    void budgetsSayWhatTasksHaveSpentOfThem(Baton baton) {
        String id = baton.create("governed", "{\"budgetUsd\":4}");
        baton.as("lead").move(id, "assign", "{\"assigneeIds\":[\"worker-1\"]}").expect(200);
        baton.as("worker-1").move(id, "start", Governed.PLAN).expect(200);
        baton.as("worker-1")
                .post("/api/tasks/" + id + "/runs", "{\"costUsd\":1.5,\"tokens\":10,\"tool\":\"t\",\"outcome\":\"ok\"}")
                .expect(201);
        JsonNode budgets =
                baton.as("human").get("/api/figures/budgets").expect(200).json();
        JsonNode budget = StreamSupport.stream(budgets.spliterator(), false)
                .filter(one -> one.get("task").asText().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(budget.get("costUsd").asDouble()).isEqualTo(1.5);
        assertThat(budget.get("budgetUsd").asDouble()).isEqualTo(4);
    }

    @OnBothDatabases
    void figuresAddUpRunsAndStays(Baton baton) {
        String id = Workers.inProgress(baton, "worker-1");
        double before =
                baton.as("human").get("/api/figures").json().get("costTodayUsd").asDouble();
        baton.as("worker-1")
                .post("/api/tasks/" + id + "/runs", "{\"costUsd\":0.25,\"tokens\":10,\"outcome\":\"failed\"}")
                .expect(201);
        assertThat(baton.as("human")
                        .get("/api/figures")
                        .json()
                        .get("costTodayUsd")
                        .asDouble())
                .isGreaterThanOrEqualTo(before + 0.25);
        JsonNode cost = StreamSupport.stream(
                        baton.as("human")
                                .get("/api/figures/costs")
                                .expect(200)
                                .json()
                                .spliterator(),
                        false)
                .filter(one -> one.get("user").asText().equals("worker-1")
                        && one.get("lifecycle").asText().equals("work-queue"))
                .reduce((first, last) -> last)
                .orElseThrow();
        assertThat(cost.get("failed").asInt()).isPositive();

        JsonNode flow = baton.as("human")
                .get("/api/lifecycles/work-queue/flow")
                .expect(200)
                .json();
        assertThat(flow.get("days").get(0).get("created").asInt()).isPositive();
        assertThat(flow.get("states"))
                .anySatisfy(state -> assertThat(
                                state.get("state").asText() + state.get("left").asInt())
                        .matches("claimed[1-9]\\d*"));
        baton.as("human").get("/api/lifecycles/no-such/flow").expect(404);
    }

    @OnBothDatabases
    void everybodyCommentsAlsoOnTasksThatHaveEnded(Baton baton) {
        String id = Workers.completed(baton, "worker-1");
        baton.as("intern")
                .post("/api/tasks/" + id + "/comments", "{\"text\":\"Well done\"}")
                .expect(201);
        JsonNode said = baton.task(id).at("/data/comments/0");
        assertThat(said.get("text").asText()).isEqualTo("Well done");
        assertThat(said.get("by").asText()).isEqualTo("intern");
        baton.as("intern")
                .post("/api/tasks/" + id + "/comments", "{\"text\":\" \"}")
                .expect(400);
        baton.as("intern")
                .post("/api/tasks/no-such/comments", "{\"text\":\"Hello\"}")
                .expect(404);
    }

    private static JsonNode agent(Baton baton, String id) {
        return StreamSupport.stream(
                        baton.admin()
                                .get("/api/agents")
                                .expect(200)
                                .json()
                                .get("agents")
                                .spliterator(),
                        false)
                .filter(agent -> agent.get("id").asText().equals(id))
                .findFirst()
                .orElseGet(Baton.JSON::createObjectNode);
    }
}
