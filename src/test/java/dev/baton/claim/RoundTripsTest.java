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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counts round trips to PostgreSQL. Unlike measured throughput, the number is exact. */
class RoundTripsTest {

    private static final int ALLOWED = 11;
    private static final Actor WORKER = Actor.of("worker-1", Set.of("specialist"));

    @Test
    void aTaskFromCreationToEndTakesAtMostElevenRoundTrips() {
        List<String> trips = tripsOfATask("true");
        assertThat(trips).as(String.join("\n", trips)).hasSizeLessThanOrEqualTo(ALLOWED);
    }

    @Test
    void withoutTheFastPathEveryStatementIsARoundTripAndNothingIsAnsweredFromMemory() {
        List<String> trips = tripsOfATask("false");
        assertThat(trips).as(String.join("\n", trips)).hasSizeGreaterThan(2 * ALLOWED);
        assertThat(trips).noneMatch(trip -> trip.contains(";"));
        assertThat(trips).anyMatch(trip -> trip.matches("(?i)select .* from act_re_procdef .*"));
    }

    private static List<String> tripsOfATask(String fastPath) {
        try (Baton baton = Baton.startWith(
                List.of(BatonApplication.class, TripCounter.class),
                Database.POSTGRES.prepared(),
                Map.of("baton.fast-path", fastPath))) {
            for (int warmUp = 0; warmUp < 3; warmUp++) {
                runTask(baton);
            }
            return fewestTripsOf(5, baton);
        }
    }

    /** A definition is read again each second, so that one of the tasks may need a trip more than the others. */
    private static List<String> fewestTripsOf(int tasks, Baton baton) {
        return Stream.generate(() -> TripCounter.during(() -> runTask(baton)))
                .limit(tasks)
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
    }

    /** A task from its creation to its end. */
    static void runTask(Baton baton) {
        Tasks tasks = baton.bean(Tasks.class);
        tasks.create("work-queue", new NewTask(null, "a task", null, null, List.of(), Json.object()), WORKER);
        Task task = baton.bean(Claims.class).next("work-queue", WORKER).orElseThrow();
        tasks.move(task.id(), request(task, "start"), WORKER, false);
        tasks.move(task.id(), request(task, "succeed"), WORKER, false);
    }

    private static MoveRequest request(Task task, String trigger) {
        return new MoveRequest(trigger, null, Json.object(), task.lease().epoch(), null, null);
    }
}
