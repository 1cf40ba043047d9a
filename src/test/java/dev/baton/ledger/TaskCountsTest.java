package dev.baton.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.event.EventLog;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import java.util.Map;
import java.util.TreeMap;

/** The kept counts are those of the table, whatever happens to tasks. */
class TaskCountsTest {

    @OnBothDatabases
    void movesAbandonmentRemovalAndCleanupAreCountedAtOnce(Baton baton) {
        String done = ErrandDiagram.done(baton);
        String open = baton.create("errand");
        String left = baton.create("errand");
        areRight(baton);
        baton.as("worker-1").move(open, "take", ErrandDiagram.PLAN).expect(200);
        areRight(baton);
        baton.admin()
                .delete("/api/tasks/" + left, "{\"reason\":\"not needed\"}")
                .expect(204);
        areRight(baton);
        baton.admin().delete("/api/tasks/" + left, "{\"reason\":\"seen\"}").expect(204);
        baton.admin().delete("/api/tasks/" + done, "{\"reason\":\"seen\"}").expect(204);
        areRight(baton);
        ErrandDiagram.done(baton);
        assertThat(baton.admin()
                        .post("/api/tasks/cleanup", "{\"olderThan\":\"PT0S\"}")
                        .expect(200)
                        .json()
                        .get("removed")
                        .asInt())
                .isGreaterThanOrEqualTo(3);
        areRight(baton);
    }

    @OnBothDatabases
    void addingUpChangesNothing(Baton baton) {
        baton.create("errand");
        baton.bean(EventLog.class).numberAll();
        baton.bean(TaskCounts.class).rollUp();
        areRight(baton);
        assertThat(baton.bean(TaskCounts.class).lastNumber())
                .isEqualTo(baton.bean(EventLog.class).head().last());
        baton.create("errand");
        areRight(baton);
    }

    @OnBothDatabases
    void nothingIsLostWhileManyMove(Baton baton) {
        TaskCounts counts = baton.bean(TaskCounts.class);
        Crowd.of(8, i -> {
            for (int n = 0; n < 5; n++) {
                String id = baton.create("errand");
                baton.as("worker-1").move(id, "take", ErrandDiagram.PLAN).expect(200);
                baton.bean(EventLog.class).numberAll();
                counts.rollUp();
                if (n == 2) {
                    baton.admin()
                            .delete("/api/tasks/" + id, "{\"reason\":\"no\"}")
                            .expect(204);
                    counts.recount();
                }
            }
            return null;
        });
        areRight(baton);
        counts.rollUp();
        areRight(baton);
    }

    @OnBothDatabases
    void aRecountFindsWhatWasChangedBySql(Baton baton) {
        String id = baton.create("errand");
        baton.sql()
                .sql("UPDATE task SET ended_at=CURRENT_TIMESTAMP, abandoned=TRUE WHERE id=?")
                .param(id)
                .update();
        baton.bean(TaskCounts.class).recount();
        areRight(baton);
    }

    @OnBothDatabases
    void countsByOtherCriteriaSayWhenTheyEnd(Baton baton) {
        baton.create("errand");
        var count = baton.admin()
                .get("/api/tasks/count?createdBy=admin&lifecycle=errand")
                .expect(200)
                .json();
        assertThat(count.get("count").asInt()).isPositive();
        assertThat(count.get("atLeast").asBoolean()).isFalse();
    }

    @OnBothDatabases
    void aStateThatIsTerminalInSomeVersionsIsCountedByTheTasksThemselves(Baton baton) {
        String active = "/api/tasks/count?lifecycle=errand&active=true";
        baton.create("errand");
        int before = baton.admin().get(active).json().get("count").asInt();
        baton.sql()
                .sql("INSERT INTO lifecycle_state VALUES ('errand:changed', 'errand', 99, 'open', TRUE)")
                .update();
        try {
            assertThat(baton.admin().get(active).json().get("count").asInt()).isEqualTo(before);
            assertThat(baton.admin()
                            .get(active + "&state=open")
                            .json()
                            .get("count")
                            .asInt())
                    .isPositive();
        } finally {
            baton.sql()
                    .sql("DELETE FROM lifecycle_state WHERE definition_id='errand:changed'")
                    .update();
        }
    }

    private static void areRight(Baton baton) {
        Map<String, Long> kept = new TreeMap<>();
        baton.bean(TaskCounts.class).all().forEach((key, tasks) -> {
            if (tasks != 0) {
                kept.put(key.lifecycle() + " " + key.state() + " " + key.abandoned(), tasks);
            }
        });
        Map<String, Long> counted = new TreeMap<>();
        baton.sql().sql("""
                        SELECT lifecycle, state, abandoned, count(*) FROM task WHERE NOT removed
                        GROUP BY lifecycle, state, abandoned""").query(row -> {
            counted.put(row.getString(1) + " " + row.getString(2) + " " + row.getBoolean(3), row.getLong(4));
        });
        assertThat(kept).isEqualTo(counted);
    }
}
