package dev.baton.crash;

import dev.baton.testing.Crowd;
import dev.baton.testing.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** What can happen to servers, to PostgreSQL, and to the connections between them. Each is over when the method returns. */
final class Faults {

    /** Longer than a claim lasts, and than PostgreSQL waits for a session that is idle in a transaction. */
    private static final Duration PAUSE = Duration.ofSeconds(12);

    private static final int BROKEN_ANSWERS = 10;

    private final Cluster cluster;
    private final DeadServersWork deadServersWork;
    private final Random chance;
    private final Map<String, Runnable> kinds = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    Faults(Cluster cluster, Agent agent, Random chance) {
        this.cluster = cluster;
        this.deadServersWork = new DeadServersWork(cluster, agent);
        this.chance = chance;
        kinds.put("a server is killed", this::killServer);
        kinds.put("a server is paused", this::pauseServer);
        kinds.put(
                "PostgreSQL is restarted",
                () -> cluster.restartPostgres(() -> cluster.postgres().stop()));
        kinds.put(
                "PostgreSQL is killed",
                () -> cluster.restartPostgres(() -> cluster.postgres().kill()));
        kinds.put("answers of a server break off", () -> breakAnswers(cluster.toServer(any())));
        kinds.put("answers of PostgreSQL break off", () -> breakAnswers(cluster.toPostgres(any())));
    }

    /** All of them, in any order. */
    List<String> shuffled() {
        List<String> all = new ArrayList<>(kinds.keySet());
        Collections.shuffle(all, chance);
        return all;
    }

    void happen(String kind) {
        kinds.get(kind).run();
        counts.merge(kind, 1, Integer::sum);
    }

    /** How often each has happened. */
    Map<String, Integer> counts() {
        return counts;
    }

    private int any() {
        return chance.nextInt(Cluster.size());
    }

    private void killServer() {
        int number = any();
        deadServersWork.isDoneByOthers(number);
        cluster.restart(number);
    }

    private void pauseServer() {
        int number = any();
        cluster.server(number).pause();
        LockSupport.parkNanos(PAUSE.toNanos());
        cluster.server(number).goOn();
    }

    private static void breakAnswers(TcpProxy connection) {
        connection.breakAnswers(BROKEN_ANSWERS);
        Crowd.waitUntil("answers have broken off", 60, () -> connection.answersToBreak() == 0);
    }
}
