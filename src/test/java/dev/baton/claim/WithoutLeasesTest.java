package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import dev.baton.testing.LeasedDrawing;
import dev.baton.testing.Quick;
import dev.baton.testing.Reviews;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.Map;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lifecycles whose policy turns leases off. */
class WithoutLeasesTest {

    @AfterEach
    void resetClock() {
        ClockUtil.reset();
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void everybodyMovesATaskAndNothingRunsOut(Database database) {
        if (Quick.ON && database != Database.H2) {
            return;
        }
        try (Baton baton = Baton.start(
                database.prepared(),
                Map.of(
                        "baton.policy.unleased.leases", "false",
                        "baton.policy.unleased-engine.leases", "false",
                        "baton.policy.work-queue.leases", "false",
                        "baton.policy.governed.leases", "false",
                        "baton.policy.peer-review.leases", "false"))) {
            rolesAloneDecide(baton);
            noLease(baton, baton.create(LeasedDrawing.of("unleased")));
            noLease(baton, baton.create(LeasedDrawing.withEngineTimer("unleased-engine")));
            claimsWithoutLeases(baton);
        }
    }

    private static void noLease(Baton baton, String id) {
        baton.as("worker-1").move(id, "take", "{}").expect(200);
        JsonNode task = baton.task(id);
        assertThat(task.get("lease").isNull()).isTrue();
        assertThat(task.get("assignee").asText()).isEqualTo("worker-1");
        ClockUtil.offset(Duration.ofDays(9).toMillis());
        assertThat(baton.jobs(id)).isEmpty();
        baton.fireTimers(id);
        assertThat(baton.state(id)).isEqualTo("working");
        baton.as("worker-2").move(id, "step", "{}").expect(200);
        baton.as("intern").move(id, "finish", "{}").expect(200);
    }

    /** Also in lifecycles where else only the holder goes on. */
    private static void rolesAloneDecide(Baton baton) {
        String id = Governed.in(baton, "IN_PROGRESS", "worker-2");
        assertThat(baton.task(id).get("lease").isNull()).isTrue();
        assertThat(baton.jobs(id)).isEmpty();
        Governed.move(baton, "worker-2", id, "submit", Governed.WORK);
        String reviewed = Reviews.inProgress(baton, "standard");
        baton.as("lead")
                .post("/api/tasks/" + reviewed + "/assignee", "{\"to\":\"worker-2\",\"reason\":\"it does not answer\"}")
                .expect(200);
        assertThat(baton.task(reviewed).get("lease").isNull()).isTrue();
        baton.as("worker-2").move(reviewed, "complete", "{\"result\":\"done\"}").expect(200);
        assertThat(baton.task(reviewed).get("assignee").asText()).isEqualTo("worker-2");
    }

    private static void claimsWithoutLeases(Baton baton) {
        String id = Workers.create(baton, "[]");
        JsonNode claimed = Workers.claimNext(baton, "worker-1", 0).expect(200).json();
        assertThat(claimed.get("id").asText()).isEqualTo(id);
        assertThat(claimed.get("assignee").asText()).isEqualTo("worker-1");
        assertThat(claimed.get("lease").isNull()).isTrue();
        Workers.claimNext(baton, "worker-2", 0).expect(204);
        baton.as("worker-2").move(id, "release", "{}").expect(200);
        assertThat(baton.task(id).get("assignee").isNull()).isTrue();
        Workers.claimNext(baton, "worker-2", 0).expect(200);
    }
}
