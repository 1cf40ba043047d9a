package dev.baton.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import org.junit.jupiter.api.Test;

/** The engine's executions seem few to PostgreSQL, because they live shortly; their table is large all the same. */
class IndexPlansTest {

    private static final int TASKS = 30;

    @Test
    void movesReadExecutionsByIndexAlthoughPostgresTakesThemForFew() {
        try (Baton baton = Baton.start(Database.POSTGRES.prepared())) {
            RoundTripsTest.runTask(baton);
            baton.sql().sql("VACUUM ANALYZE act_ru_execution").update();
            String before =
                    baton.sql().sql("SHOW random_page_cost").query(String.class).single();
            long scans = scans(baton, "seq_scan");
            long all = scans(baton, "seq_scan + idx_scan");
            for (int i = 0; i < TASKS; i++) {
                RoundTripsTest.runTask(baton);
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
}
