package dev.baton.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Quick;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManyDependentsTest {

    private static final int MANY = Quick.times(2_000, 500);
    private static final int BATCH_SIZE = 500;
    private static final Actor CREATOR = Actor.of("lead", Set.of("lead"));

    @ParameterizedTest
    @EnumSource
    void aTaskWithThousandsOfDependentsCompletesAtOnceAndTheyBecomeReady(Database database) {
        try (Baton baton = Baton.start(database.prepared())) {
            completeBlocker(baton);
        }
    }

    private static void completeBlocker(Baton baton) {
        String blocker = Workers.inProgress(baton, "worker-1");
        TransactionRunner transactions = baton.bean(TransactionRunner.class);
        for (int made = 0; made < MANY; made += BATCH_SIZE) {
            transactions.inTransaction(() -> createDependents(baton, blocker));
        }
        long start = System.nanoTime();
        Workers.move(baton, "worker-1", blocker, "succeed", "{}").expect(200);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        // some are ready while others still wait: they are unblocked in separate transactions
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ready(baton, blocker) > 0);
        assertThat(ready(baton, blocker)).isLessThan(MANY);
        Awaitility.await()
                .atMost(Duration.ofMinutes(4))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> ready(baton, blocker) == MANY);
    }

    private static Void createDependents(Baton baton, String blocker) {
        for (int i = 0; i < BATCH_SIZE; i++) {
            baton.bean(Tasks.class)
                    .create(
                            "work-queue",
                            new NewTask(null, "dependent", 1000, null, List.of(blocker), Json.object()),
                            CREATOR);
        }
        return null;
    }

    private static int ready(Baton baton, String blocker) {
        return baton.sql().sql("""
                        SELECT count(*) FROM task_dependency d JOIN task t ON t.id = d.task_id
                        WHERE d.blocker_id = ? AND t.state = 'ready'""").param(blocker).query(Integer.class).single();
    }
}
