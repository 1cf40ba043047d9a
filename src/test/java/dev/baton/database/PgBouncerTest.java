package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.PgBouncer;
import dev.baton.testing.Workers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Two servers behind PgBouncer in transaction mode, with fewer connections to PostgreSQL than they use. */
class PgBouncerTest {

    private static final int CONNECTIONS = 4;

    @Test
    void workClaimsTimersAndNotificationsWorkThroughIt() {
        Map<String, String> settings = new HashMap<>(Database.POSTGRES.prepared());
        String direct = settings.get("spring.datasource.url");
        try (PgBouncer pooler = PgBouncer.before(direct, CONNECTIONS)) {
            settings.put("spring.datasource.url", pooler.url(direct));
            settings.put("baton.database.direct-url", direct);
            settings.put("camunda.bpm.job-execution.enabled", "true");
            settings.put("spring.datasource.hikari.maximum-pool-size", "10");
            try (Baton one = Baton.start(settings);
                    Baton two = Baton.start(settings)) {
                livesAtTheSameTime(one, two);
                aWaitingClaimIsNotifiedByTheOtherServer(one, two);
                aLeaseRunsOut(one, two);
            }
        }
    }

    private static void livesAtTheSameTime(Baton one, Baton two) {
        List<String> states = Crowd.of(16, i -> {
            Baton baton = i % 2 == 0 ? one : two;
            String id = "";
            for (int life = 0; life < 5; life++) {
                id = Workers.completed(baton, "worker-1");
            }
            return two.state(id);
        });
        assertThat(states).containsOnly("completed");
    }

    private static void aWaitingClaimIsNotifiedByTheOtherServer(Baton one, Baton two) {
        CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> Workers.claimNext(one, "worker-1", 30));
        Crowd.waitUntil("it waits", 10, () -> !waiting.isDone());
        String id = Workers.create(two, "[]");
        long start = System.nanoTime();
        JsonNode claimed = Crowd.await(waiting).expect(200).json();
        assertThat(claimed.get("id").asText()).isEqualTo(id);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        Workers.move(one, "worker-1", id, "start", "{}").expect(200);
        Workers.move(two, "worker-1", id, "succeed", "{}").expect(200);
    }

    private static void aLeaseRunsOut(Baton one, Baton two) {
        String id = one.create("work-queue", "{\"claimTimeout\":\"PT1S\"}");
        Workers.move(one, "worker-1", id, "claim", "{}").expect(200);
        Crowd.waitUntil("the lease has run out", 15, () -> two.state(id).equals("ready"));
    }
}
