package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The engine's executions seem few to PostgreSQL, because they live shortly; their table is large all the same. */
class IndexPlansTest {

    private static final int TASKS = 30;
    private static final Actor WORKER = Actor.of("worker-1", Set.of("specialist"));

    @Test
    void movesReadExecutionsByIndexAlthoughPostgresTakesThemForFew() {
        try (Baton baton = Baton.start(Database.POSTGRES.prepared())) {
            runTask(baton);
            baton.sql().sql("VACUUM ANALYZE act_ru_execution").update();
            String before =
                    baton.sql().sql("SHOW random_page_cost").query(String.class).single();
            long scans = scans(baton, "seq_scan");
            long all = scans(baton, "seq_scan + idx_scan");
            for (int i = 0; i < TASKS; i++) {
                runTask(baton);
            }
            Crowd.waitUntil(
                    "the statistics are there", 30, () -> scans(baton, "seq_scan + idx_scan") > all + 10 * TASKS);
            assertThat(scans(baton, "seq_scan") - scans).isLessThan(TASKS);
            assertThat(baton.sql()
                            .sql("SHOW random_page_cost")
                            .query(String.class)
                            .single())
                    .as("the setting ends with the transaction")
                    .isEqualTo(before);
        }
    }

    private static long scans(Baton baton, String column) {
        return baton.sql()
                .sql("SELECT " + column + " FROM pg_stat_user_tables WHERE relname = 'act_ru_execution'")
                .query(Long.class)
                .single();
    }

    private static void runTask(Baton baton) {
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
