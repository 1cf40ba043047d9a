package dev.baton.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.claim.PendingClaims;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.json.Json;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Quick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thirty-two workers that sometimes die with a claim, or fail; the real job executor expires the claims. */
class WorkersThatDieTest {

    private static final int WORKERS = 32;
    /** So many that lost claims alone never use them up. */
    private static final int ATTEMPTS = 20;

    private final Map<String, Integer> beingWorkedOn = new ConcurrentHashMap<>();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final AtomicInteger deaths = new AtomicInteger();

    @ParameterizedTest
    @EnumSource
    void everyTaskEndsAndNoneIsInTwoHandsAtOnce(Database database) throws Exception {
        try (Baton baton = Baton.start(
                database.prepared(),
                Map.of(
                        "camunda.bpm.job-execution.enabled",
                        "true",
                        "spring.datasource.hikari.maximum-pool-size",
                        "40"))) {
            Tasks tasks = baton.bean(Tasks.class);
            int count = tasks(database);
            ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
            try {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < WORKERS; i++) {
                    int number = i;
                    all.add(threads.submit(() -> create(tasks, count / WORKERS + (number < count % WORKERS ? 1 : 0))));
                }
                finish(all);
                for (int i = 0; i < WORKERS; i++) {
                    int number = i;
                    all.add(threads.submit(() -> work(baton, number)));
                }
                finish(all);
            } finally {
                threads.shutdownNow();
            }
            assertThat(overlaps).hasValue(0);
            assertThat(deaths.get()).isPositive();
            assertThat(unfinished(baton)).isZero();
            attemptsAddUp(baton);
        }
    }

    /** Each commit to H2 writes the pages of all indexes that it has changed, so there are fewer tasks with H2. */
    private static int tasks(Database database) {
        return database == Database.H2 ? Quick.times(500, 300) : 1_000;
    }

    private static void create(Tasks tasks, int count) {
        for (int i = 0; i < count; i++) {
            tasks.create(
                    "work-queue",
                    new NewTask(null, "task", null, ATTEMPTS, List.of(), Json.object("{\"claimTimeout\":\"PT3S\"}")),
                    actor(0));
        }
    }

    private static Actor actor(int number) {
        return Actor.of("robot" + number, Set.of("specialist"));
    }

    private void work(Baton baton, int number) {
        Random chance = new Random(number);
        PendingClaims line = baton.bean(PendingClaims.class);
        while (true) {
            Task task = line.next("work-queue", actor(number), Duration.ofSeconds(1))
                    .join()
                    .orElse(null);
            if (task != null) {
                workOn(baton.bean(Tasks.class), task, number, chance);
            } else if (unfinished(baton) == 0) {
                return;
            }
        }
    }

    private void workOn(Tasks tasks, Task claimed, int number, Random chance) {
        if (chance.nextInt(20) == 0) {
            deaths.incrementAndGet();
            return;
        }
        int epoch = claimed.lease().epoch();
        while (true) {
            if (!step(tasks, claimed.id(), "start", epoch, number)) {
                return; // too slow: the claim ran out
            }
            if (beingWorkedOn.putIfAbsent(claimed.id(), epoch) != null) {
                overlaps.incrementAndGet();
            }
            boolean fails = chance.nextInt(6) == 0;
            beingWorkedOn.remove(claimed.id());
            Task after = tasks.move(claimed.id(), request(fails ? "fail" : "succeed", epoch), actor(number), false)
                    .task();
            if (after.ended()) {
                return;
            }
            epoch = after.lease().epoch();
        }
    }

    private static boolean step(Tasks tasks, String id, String trigger, int epoch, int number) {
        try {
            tasks.move(id, request(trigger, epoch), actor(number), false);
            return true;
        } catch (Refusal refusal) {
            assertThat(refusal.reason()).isIn(Refusal.Reason.STALE_LEASE, Refusal.Reason.NO_SUCH_TRANSITION);
            return false;
        }
    }

    private static MoveRequest request(String trigger, int epoch) {
        return new MoveRequest(
                trigger,
                null,
                Json.object(trigger.equals("fail") ? "{\"error\":\"bad luck\"}" : "{}"),
                epoch,
                null,
                null);
    }

    private static int unfinished(Baton baton) {
        return baton.sql()
                .sql("SELECT count(*) FROM task WHERE lifecycle='work-queue' AND ended_at IS NULL")
                .query(Integer.class)
                .single();
    }

    private static void attemptsAddUp(Baton baton) {
        Tasks tasks = baton.bean(Tasks.class);
        List<String> ids = baton.sql()
                .sql("SELECT id FROM task WHERE attempts > 0")
                .query(String.class)
                .list();
        assertThat(ids).isNotEmpty();
        for (String id : ids) {
            List<HistoryEntry> history = tasks.history(id);
            long counted = history.stream()
                    .filter(s -> "claim-timeout".equals(s.trigger()) || "fail".equals(s.trigger()))
                    .count();
            assertThat(tasks.get(id).attempts()).as(id).isEqualTo((int) counted);
            assertThat(history).extracting(HistoryEntry::number).containsExactlyElementsOf(numbers(history.size()));
        }
    }

    private static List<Integer> numbers(int size) {
        return java.util.stream.IntStream.rangeClosed(1, size).boxed().toList();
    }

    private static void finish(List<Future<?>> all) throws Exception {
        for (Future<?> one : all) {
            one.get();
        }
        all.clear();
    }
}
