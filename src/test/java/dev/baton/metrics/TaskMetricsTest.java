package dev.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import org.camunda.bpm.engine.impl.util.ClockUtil;

class TaskMetricsTest {

    @OnBothDatabases
    void tasksAreCountedByLifecycleAndState(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        baton.create(key);
        String moved = baton.create(key);
        assertThat(measured(baton, "baton_tasks", "lifecycle=\"" + key + "\"", "state=\"open\""))
                .isEqualTo(2);
        baton.as("worker-1").move(moved, "take", ErrandDiagram.PLAN).expect(200);
        assertThat(measured(baton, "baton_tasks", "lifecycle=\"" + key + "\"", "state=\"open\""))
                .isEqualTo(1);
        assertThat(measured(baton, "baton_tasks", "lifecycle=\"" + key + "\"", "state=\"working\""))
                .isEqualTo(1);
    }

    @OnBothDatabases
    void transitionsAreCountedWhenTheyHaveHappened(Baton baton) {
        String key = ErrandDiagram.newKey();
        ErrandDiagram.put(baton, key, ErrandDiagram.diagram(key));
        String id = baton.create(key);
        baton.as("worker-1")
                .post(
                        "/api/tasks/" + id + "/transitions?dryRun=true",
                        "{\"trigger\":\"take\",\"payload\":" + ErrandDiagram.PLAN + "}")
                .expect(200);
        String[] take = {"lifecycle=\"" + key + "\"", "from=\"open\"", "to=\"working\"", "trigger=\"take\""};
        assertThat(measured(baton, "baton_transitions_total", take)).isZero();
        baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
        assertThat(measured(baton, "baton_transitions_total", take)).isEqualTo(1);
        assertThat(measured(
                        baton, "baton_transitions_total", "lifecycle=\"" + key + "\"", "from=\"none\"", "to=\"open\""))
                .isEqualTo(1);
    }

    @OnBothDatabases
    void refusalsAreCountedByReason(Baton baton) {
        String id = baton.create("errand");
        double forbidden = measured(baton, "baton_refusals_total", "reason=\"forbidden\"");
        double invalid = measured(baton, "baton_refusals_total", "reason=\"invalid\"");
        double impossible = measured(baton, "baton_refusals_total", "reason=\"no_such_transition\"");
        baton.as("intern").move(id, "take", ErrandDiagram.PLAN).expect(403);
        baton.as("worker-1").move(id, "take", "{}").expect(422);
        baton.as("worker-1").move(id, "deliver", "{}").expect(409);
        assertThat(measured(baton, "baton_refusals_total", "reason=\"forbidden\""))
                .isEqualTo(forbidden + 1);
        assertThat(measured(baton, "baton_refusals_total", "reason=\"invalid\""))
                .isEqualTo(invalid + 1);
        assertThat(measured(baton, "baton_refusals_total", "reason=\"no_such_transition\""))
                .isEqualTo(impossible + 1);
    }

    @OnBothDatabases
    void aRefusalThroughCamundasRestCountsToo(Baton baton) {
        String id = baton.create("errand");
        double before = measured(baton, "baton_refusals_total", "reason=\"forbidden\"");
        baton.as("intern")
                .post("/engine-rest/message", "{\"messageName\":\"cancel\",\"businessKey\":\"" + id + "\"}")
                .expect(400);
        assertThat(measured(baton, "baton_refusals_total", "reason=\"forbidden\""))
                .isEqualTo(before + 1);
    }

    @OnBothDatabases
    void overdueJobsAndIncidentsShow(Baton baton) {
        double overdue = measured(baton, "baton_jobs_overdue");
        double incidents = measured(baton, "baton_incidents");
        String id = baton.create("errand");
        var jobs = baton.engine().getManagementService();
        var job = jobs.createJobQuery()
                .processInstanceId(baton.engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .processInstanceBusinessKey(id)
                        .singleResult()
                        .getId())
                .singleResult();
        jobs.setJobDuedate(
                job.getId(),
                new Date(ClockUtil.getCurrentTime().getTime()
                        - Duration.ofSeconds(30).toMillis()));
        assertThat(measured(baton, "baton_jobs_overdue"))
                .as("half a minute is not late")
                .isEqualTo(overdue);
        jobs.setJobDuedate(
                job.getId(),
                new Date(ClockUtil.getCurrentTime().getTime()
                        - Duration.ofMinutes(2).toMillis()));
        assertThat(measured(baton, "baton_jobs_overdue")).isEqualTo(overdue + 1);
        jobs.setJobRetries(job.getId(), 0);
        assertThat(measured(baton, "baton_incidents")).isEqualTo(incidents + 1);
        assertThat(measured(baton, "baton_jobs_overdue"))
                .as("without retries nobody will run it")
                .isEqualTo(overdue);
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"tidy\"}").expect(204);
    }

    @OnBothDatabases
    void aLeaseThatNobodyTakesBackIsOverdueToo(Baton baton) {
        double overdue = measured(baton, "baton_jobs_overdue");
        String id = Workers.claimed(baton, "worker-1");
        assertThat(measured(baton, "baton_jobs_overdue")).isEqualTo(overdue);
        baton.sql()
                .sql("UPDATE task SET timer_due_at=? WHERE id=?")
                .params(Instant.now().minus(Duration.ofMinutes(2)).atOffset(ZoneOffset.UTC), id)
                .update();
        assertThat(measured(baton, "baton_jobs_overdue")).isEqualTo(overdue + 1);
        baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"tidy\"}").expect(204);
        assertThat(measured(baton, "baton_jobs_overdue")).isEqualTo(overdue);
    }

    private static double measured(Baton baton, String name, String... labels) {
        baton.bean(TaskMetrics.class).measure();
        return baton.admin()
                .get("/actuator/prometheus")
                .expect(200)
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> List.of(labels).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
