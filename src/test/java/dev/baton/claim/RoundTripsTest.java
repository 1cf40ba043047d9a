package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonApplication;
import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.TripCounter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lives per second are noisy, trips to the database are exact: one more is noticed here. */
class RoundTripsTest {

    private static final int ALLOWED = 7;
    private static final Actor WORKER = Actor.of("worker-1", Set.of("specialist"));

    @Test
    void aWholeLifeCostsAtMostSevenTrips() {
        try (Baton baton =
                Baton.startWith(List.of(BatonApplication.class, TripCounter.class), Database.POSTGRES.settings())) {
            for (int warmUp = 0; warmUp < 3; warmUp++) {
                life(baton);
            }
            List<String> trips = TripCounter.during(() -> life(baton));
            assertThat(trips).as(String.join("\n", trips)).hasSizeLessThanOrEqualTo(ALLOWED);
        }
    }

    private static void life(Baton baton) {
        Tasks tasks = baton.bean(Tasks.class);
        tasks.create("work-queue", new NewTask(null, "a task", null, null, List.of(), Json.object()), WORKER);
        Task task = baton.bean(Claims.class).next("work-queue", WORKER).orElseThrow();
        tasks.move(task.id(), step(task, "start"), WORKER, false);
        tasks.move(task.id(), step(task, "succeed"), WORKER, false);
    }

    private static MoveRequest step(Task task, String trigger) {
        return new MoveRequest(trigger, null, Json.object(), task.lease().epoch(), null, null);
    }
}
