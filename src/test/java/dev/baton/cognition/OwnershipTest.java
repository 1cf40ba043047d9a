package dev.baton.cognition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import dev.baton.testing.Thinker;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** An agent holds the task that it thinks about; if it is lost, another one takes it up. */
class OwnershipTest {

    @OnBothDatabases
    void claimsTakeIdleTasksByPriorityAndAge(Baton baton) {
        drain(baton);
        List<String> ids = new ArrayList<>();
        for (int priority : new int[] {5, 1, 5, 3}) {
            ids.add(create(baton, priority));
        }
        for (int index : new int[] {1, 3, 0, 2}) {
            JsonNode task = claim(baton, "worker-1").expect(200).json();
            assertThat(task.get("id").asText()).isEqualTo(ids.get(index));
            assertThat(task.get("state").asText()).isEqualTo("reasoning");
            isHeldBy("worker-1", 1, task);
            JsonNode entry = last(baton, ids.get(index));
            assertThat(entry.get("trigger").asText()).isEqualTo("TASK_CREATED");
            assertThat(entry.get("actor").asText()).isEqualTo("worker-1");
        }
        claim(baton, "worker-1").expect(204);
    }

    @OnBothDatabases
    void nobodyElseReportsOnATaskThatAnAgentWorksOn(Baton baton) {
        Thinker agent = new Thinker(baton.as("worker-1"));
        Thinker other = new Thinker(baton.as("worker-2"));
        for (String event : List.of("REASON_DONE", "NEED_MORE_INFO", "TASK_SUSPENDED", "TASK_FAILED")) {
            assertThat(Problem.of(other.event(agent.in("reasoning"), event), 403)
                            .detail())
                    .contains("worker-1 holds this task until", "lead, human");
        }
        for (String event :
                List.of("TOOL_CALL_COMPLETED", "TOOL_CALL_FAILED", "STEP_COMPLETED", "TASK_SUSPENDED", "TASK_FAILED")) {
            assertThat(Problem.of(other.event(agent.in("acting"), event), 403).detail())
                    .contains("worker-1 holds this task until");
        }
        for (String person : List.of("lead", "human", "admin")) {
            String id = agent.in("acting");
            new Thinker(baton.as(person)).event(id, "TOOL_CALL_COMPLETED").expect(200);
            isHeldBy("worker-1", 1, baton.task(id));
            new Thinker(baton.as(person)).event(id, "TASK_FAILED").expect(200);
        }
    }

    @OnBothDatabases
    void whoeverCreatedATaskCanGiveItUp(Baton baton) {
        String id = new Thinker(baton.as("intern")).create();
        new Thinker(baton.as("worker-1")).begin(id);
        new Thinker(baton.as("intern")).event(id, "TASK_SUSPENDED").expect(403);
        new Thinker(baton.as("intern")).event(id, "TASK_FAILED").expect(200);
    }

    @OnBothDatabases
    void oneAgentGoesThroughTheWholeLoopWithoutNamingItsLease(Baton baton) {
        Thinker agent = new Thinker(baton.as("worker-1"));
        String id = agent.acting("tool_call");
        agent.event(id, "TOOL_CALL_COMPLETED").expect(200);
        assertThat(agent.state(id)).isEqualTo("reasoning");
        agent.reason(id, List.of("respond"));
        agent.event(id, "TASK_SUSPENDED").expect(200);
        agent.event(id, "TASK_RESUMED").expect(200);
        agent.event(id, "STEP_COMPLETED").expect(200);
        assertThat(agent.state(id)).isEqualTo("completed");
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
    }

    @OnBothDatabases
    void theTaskOfALostAgentIsSuspendedAndTakenUpByAnother(Baton baton) {
        for (String state : List.of("reasoning", "acting")) {
            drain(baton);
            String id = lost(baton, state);
            JsonNode task = baton.task(id);
            assertThat(task.at("/data/suspendedState").asText()).isEqualTo(state);
            assertThat(task.at("/data/suspendReason").asText()).isEqualTo("The lease of worker-1 ran out");
            assertThat(Json.texts(task.get("flags"))).containsExactly("lease-lost");
            isHeldByNobody(task);
            JsonNode entry = last(baton, id);
            assertThat(entry.get("trigger").asText()).isEqualTo("TASK_SUSPENDED");
            assertThat(entry.get("actor").asText()).isEqualTo("system");
            assertThat(entry.at("/payload/reason").asText()).isEqualTo("The lease of worker-1 ran out");
            assertThat(new Thinker(baton.admin()).records(id, "snapshots")).hasSize(1);

            JsonNode taken = claim(baton, "worker-2").expect(200).json();
            assertThat(taken.get("id").asText()).isEqualTo(id);
            assertThat(taken.get("state").asText()).isEqualTo(state);
            isHeldBy("worker-2", 2, taken);
            assertThat(last(baton, id).get("trigger").asText()).isEqualTo("TASK_RESUMED");
            new Thinker(baton.as("worker-1")).event(id, "TASK_SUSPENDED").expect(403);
            baton.as("worker-1")
                    .move(id, "TASK_SUSPENDED", "{\"reason\":\"late\"}", 1)
                    .expect(409);
        }
    }

    @OnBothDatabases
    void whatWasPutAsideOnPurposeIsNotHandedOutButAnybodyMayResumeIt(Baton baton) {
        drain(baton);
        Thinker agent = new Thinker(baton.as("worker-1"));
        String aside = agent.in("suspended");
        String asked = agent.in("reasoning");
        agent.event(asked, "NEED_MORE_INFO").expect(200);
        claim(baton, "worker-2").expect(204);
        for (String id : List.of(aside, asked)) {
            new Thinker(baton.as("worker-2")).event(id, "TASK_RESUMED").expect(200);
            isHeldBy("worker-2", 2, baton.task(id));
        }
    }

    @OnBothDatabases
    void theAgentThatAskedHasItsTaskBackWithTheAnswer(Baton baton) {
        Thinker agent = new Thinker(baton.as("worker-1"));
        String id = agent.in("reasoning");
        agent.event(id, "NEED_MORE_INFO").expect(200);
        assertThat(baton.task(id).get("assignee").asText()).isEqualTo("worker-1");
        new Thinker(baton.as("human")).event(id, "MESSAGE_RECEIVED").expect(200);
        isHeldBy("worker-1", 2, baton.task(id));
        new Thinker(baton.as("worker-2")).event(id, "REASON_DONE").expect(403);
        agent.event(id, "REASON_DONE").expect(200);
    }

    @OnBothDatabases
    void aMessageToATaskThatNobodyHoldsLetsClaimsHandItOut(Baton baton) {
        drain(baton);
        String id = lost(baton, "acting");
        new Thinker(baton.as("human")).event(id, "MESSAGE_RECEIVED").expect(200);
        assertThat(baton.state(id)).isEqualTo("reasoning");
        isHeldByNobody(baton.task(id));
        JsonNode taken = claim(baton, "worker-2").expect(200).json();
        assertThat(taken.get("id").asText()).isEqualTo(id);
        isHeldBy("worker-2", 2, taken);

        drain(baton);
        String other = lost(baton, "acting");
        new Thinker(baton.as("human")).event(other, "MESSAGE_RECEIVED").expect(200);
        new Thinker(baton.as("worker-1")).event(other, "REASON_DONE").expect(200);
        isHeldBy("worker-1", 2, baton.task(other));
    }

    @OnBothDatabases
    void aLeaseLastsAnHourOrAsTheTaskSaysAndAHeartbeatStartsItOver(Baton baton) {
        Thinker agent = new Thinker(baton.as("worker-1"));
        String hour = agent.in("reasoning");
        String quick = Baton.newId();
        baton.as("worker-1")
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"cognitive\",\"id\":\"%s\",\"data\":{\"leaseTimeout\":\"PT5M\"}}"
                                .formatted(quick))
                .expect(201);
        agent.begin(quick);
        ClockUtil.offset(Duration.ofMinutes(6).toMillis());
        baton.fireTimers(quick);
        baton.fireTimers(hour);
        assertThat(baton.state(quick)).isEqualTo("suspended");
        assertThat(baton.state(hour)).isEqualTo("reasoning");
        ClockUtil.offset(Duration.ofMinutes(55).toMillis());
        Workers.beat(baton, "worker-1", hour, 1, "thinking").expect(200);
        ClockUtil.offset(Duration.ofMinutes(110).toMillis());
        baton.fireTimers(hour);
        assertThat(baton.state(hour)).isEqualTo("reasoning");
        baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"cognitive\",\"data\":{\"leaseTimeout\":\"soon\"}}")
                .expect(422);
    }

    private static String lost(Baton baton, String state) {
        String id = new Thinker(baton.as("worker-1")).in(state);
        ClockUtil.offset(Duration.ofMinutes(61).toMillis());
        baton.fireTimers(id);
        ClockUtil.reset();
        assertThat(baton.state(id)).isEqualTo("suspended");
        return id;
    }

    private static String create(Baton baton, int priority) {
        String id = Baton.newId();
        baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\"cognitive\",\"id\":\"%s\",\"priority\":%d}".formatted(id, priority))
                .expect(201);
        return id;
    }

    private static Answer claim(Baton baton, String user) {
        return baton.as(user).post("/api/claims", "{\"lifecycle\":\"cognitive\"}");
    }

    /** Takes what other tests have left, so that a test knows what comes next. */
    private static void drain(Baton baton) {
        while (claim(baton, "specialist").status() == 200) {
            // the leases run out on their own
        }
    }

    private static void isHeldBy(String user, int epoch, JsonNode task) {
        assertThat(task.get("assignee").asText()).isEqualTo(user);
        assertThat(task.at("/lease/epoch").asInt()).isEqualTo(epoch);
    }

    private static void isHeldByNobody(JsonNode task) {
        assertThat(task.get("assignee").isNull()).isTrue();
        assertThat(task.get("lease").isNull()).isTrue();
    }

    private static JsonNode last(Baton baton, String id) {
        List<JsonNode> history = baton.history(id);
        return history.get(history.size() - 1);
    }
}
