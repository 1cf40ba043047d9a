package dev.baton.engine.instance;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static dev.baton.testing.Drawing.state;
import static dev.baton.testing.Drawing.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.claim.LeaseExpiry;
import dev.baton.testing.AlsoWithoutFastPath;
import dev.baton.testing.Baton;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Traces;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.time.Instant;
import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.AfterEach;

@AlsoWithoutFastPath
class LeaseTimersTest {

    @AfterEach
    void now() {
        ClockUtil.reset();
        Stumble.stone = true;
    }

    @OnBothDatabases
    void oneThatFailsBecomesAnIncidentAndARetryResumesTheTask(Baton baton) {
        String id = baton.create(drawing());
        assertThat(baton.jobs(id)).isEmpty();
        later(Duration.ofDays(2));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> baton.fireTimers(id)).hasMessageContaining("stone");
            assertThat(baton.state(id)).isEqualTo("open");
        }
        Job job = baton.jobs(id).get(0);
        assertThat(job.getRetries()).isZero();
        assertThat(baton.engine()
                        .getRuntimeService()
                        .createIncidentQuery()
                        .configuration(job.getId())
                        .count())
                .isEqualTo(1);
        Stumble.stone = false;
        baton.engine().getManagementService().setJobRetries(job.getId(), 1);
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
        assertThat(baton.history(id).get(1).get("trigger").asText()).isEqualTo("late");
    }

    @OnBothDatabases
    void withOtherEventsOnTheStateTheEngineKeepsIt(Baton baton) {
        Stumble.stone = false;
        String id = baton.create(withMessage(drawing()));
        Instant first = baton.jobs(id).get(0).getDuedate().toInstant();
        later(Duration.ofHours(3));
        Workers.beat(baton, "admin", id, 1, "here").expect(200);
        assertThat(baton.jobs(id).get(0).getDuedate().toInstant()).isAfter(first);
        later(Duration.ofDays(2));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void theEngineCountsHowOftenOneHasFired(Baton baton) {
        String id = baton.create(leased().draw(
                        "late",
                        element(
                                "boundaryEvent",
                                "id=\"late\" attachedToRef=\"open\" cancelActivity=\"false\"",
                                timer().replace("timeDuration", "timeCycle").replace("P1D", "R2/P1D")))
                .draw("noticed", node("endEvent", "noticed"))
                .draw("late__noticed", arrow("late__noticed", "late", "noticed")));
        assertThat(baton.jobs(id)).hasSize(1);
        for (int day = 1; day <= 2; day++) {
            later(Duration.ofDays(day).plusHours(1));
            baton.fireTimers(id);
        }
        assertThat(baton.jobs(id)).isEmpty();
        baton.admin().move(id, "finish", "{}").expect(200);
    }

    @OnBothDatabases
    void aMigratedTaskHasTheLeaseOfTheNewVersion(Baton baton) {
        Stumble.stone = false;
        Drawing drawing = drawing();
        String id = baton.create(drawing);
        baton.deploy(drawing.draw("late", boundary("late", "open", timer().replace("P1D", "P5D"))));
        migrate(baton, drawing);
        assertThat(Instant.parse(baton.task(id).get("lease").get("expiresAt").asText()))
                .isAfter(Instant.now().plus(Duration.ofDays(4)));
        later(Duration.ofDays(2));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("open");
        later(Duration.ofDays(6));
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void migrationTakesTasksToAndFromStatesThatAreScopes(Baton baton) {
        Drawing drawing = drawing();
        String there = baton.create(drawing);
        baton.deploy(withMessage(drawing));
        migrate(baton, drawing);
        assertThat(baton.jobs(there)).hasSize(1);
        baton.admin().move(there, "finish", "{}").expect(200);

        Drawing other = withMessage(drawing());
        String back = baton.create(other);
        baton.deploy(other.erase("stop", "stopped", "stop__stopped"));
        migrate(baton, other);
        assertThat(baton.jobs(back)).isEmpty();
        baton.admin().move(back, "finish", "{}").expect(200);
        assertThat(baton.state(back)).isEqualTo("done");
    }

    @OnBothDatabases
    void oneThatFailedFiresAgainUnderARepairedDiagram(Baton baton) {
        Drawing drawing = drawing();
        String id = baton.create(drawing);
        later(Duration.ofDays(2));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> baton.fireTimers(id)).hasMessageContaining("stone");
        }
        baton.deploy(drawing.draw(
                "walk", element("serviceTask", "id=\"walk\" camunda:expression=\"${task.put('late', true)}\"")));
        migrate(baton, drawing);
        assertThat(baton.jobs(id)).isEmpty();
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    @OnBothDatabases
    void inASuspendedInstanceItWaitsForTheActivation(Baton baton) {
        Stumble.stone = false;
        String id = baton.create(drawing());
        String instance = Traces.instance(baton, id);
        baton.engine().getRuntimeService().suspendProcessInstanceById(instance);
        firesOnlyAfter(baton, id, () -> baton.engine().getRuntimeService().activateProcessInstanceById(instance));
    }

    @OnBothDatabases
    void ofALifecycleThatIsSuspendedWithItsInstancesItWaitsForTheActivation(Baton baton) {
        Stumble.stone = false;
        Drawing drawing = drawing();
        String id = baton.create(drawing);
        RepositoryService lifecycles = baton.engine().getRepositoryService();
        lifecycles.suspendProcessDefinitionByKey(drawing.key(), true, null);
        firesOnlyAfter(baton, id, () -> lifecycles.activateProcessDefinitionByKey(drawing.key(), true, null));
    }

    private static void firesOnlyAfter(Baton baton, String id, Runnable activation) {
        later(Duration.ofDays(2));
        baton.bean(LeaseExpiry.class).createDueTimers();
        Job job = baton.jobs(id).get(0);
        assertThat(job.isSuspended()).isTrue();
        assertThat(job.getRetries()).isEqualTo(3);
        assertThat(baton.state(id)).isEqualTo("open");
        activation.run();
        assertThat(baton.jobs(id).get(0).isSuspended()).isFalse();
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("done");
    }

    /** The creator has a lease of a day; then a delegate runs that may fail. */
    private static Drawing drawing() {
        return leased().draw("late", boundary("late", "open", timer()))
                .draw("walk", element("serviceTask", "id=\"walk\" camunda:delegateExpression=\"${stumble}\""))
                .draw("late__walk", arrow("late__walk", "late", "walk"))
                .draw("walk__done", arrow("walk__done", "walk", "done"));
    }

    private static Drawing leased() {
        return Drawing.good().draw("open", node("receiveTask", "open", properties("state", "open", "lease", "new")));
    }

    private static Drawing withMessage(Drawing drawing) {
        return drawing.draw(
                        "stop", boundary("stop", "open", "<bpmn:messageEventDefinition messageRef=\"Message_stop\"/>"))
                .draw("stopped", state("endEvent", "stopped", "stopped"))
                .draw("stop__stopped", arrow("stop__stopped", "stop", "stopped"))
                .beside("<bpmn:message id=\"Message_stop\" name=\"stop\"/>");
    }

    private static void migrate(Baton baton, Drawing drawing) {
        assertThat(baton.migrate(drawing.key()).get("moved").asInt()).isEqualTo(1);
    }

    private static void later(Duration time) {
        ClockUtil.offset(time.toMillis());
    }
}
