package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.crash.RetryingCaller.Answer;
import dev.baton.testing.Crowd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A server is killed when it has taken timers that are due, a lease that has run out and a blocker that has finished, and has done nothing of
 * that yet: the test holds the rows of these tasks until then, and has paused the other servers, so that they can't be faster.
 */
final class DeadServersWork {

    /** By the settings it takes 11 s at most, and 15 s are allowed; a machine that is busy with other things makes it longer. */
    private static final int LIMIT_SECONDS = 20;

    private static final int REVIEWS = 4;
    private static final String SOON = "PT3S";
    private static final String WORKER = "specialist";

    private final Cluster cluster;
    private final Agent agent;

    DeadServersWork(Cluster cluster, Agent agent) {
        this.cluster = cluster;
        this.agent = agent;
    }

    /** Kills the server; the others have to have done its work within the limit. */
    void isDoneByOthers(int victim) {
        List<Integer> others = IntStream.range(0, Cluster.size())
                .filter(i -> i != victim)
                .boxed()
                .toList();
        Agent ofVictim = agent.on(victim);
        List<String> reviews = new ArrayList<>();
        String dependent;
        String leased;
        long killed;
        try (Connection rows = cluster.database().getConnection()) {
            rows.setAutoCommit(false);
            others.forEach(i -> cluster.server(i).pause());
            try {
                for (int i = 0; i < REVIEWS; i++) {
                    reviews.add(underReview(ofVictim));
                    hold(rows, reviews.get(i));
                }
                leased = claimed(ofVictim, SOON).get("id").asText();
                hold(rows, leased);
                dependent = behindAFinishedTask(ofVictim, rows);
                Crowd.waitUntil(
                        "the server has taken all that is due", 30, () -> taken(reviews) == REVIEWS && isDue(leased));
            } finally {
                cluster.server(victim).kill();
                killed = System.nanoTime();
                others.forEach(i -> cluster.server(i).goOn());
            }
            rows.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        Crowd.waitUntil(
                "another server has done what the killed one had to do",
                LIMIT_SECONDS,
                () -> fired(reviews) == REVIEWS && hasTimedOut(leased) && !isBlocked(dependent));
        System.out.printf(
                "chaos: what the killed server had to do was done %.1f s later%n", (System.nanoTime() - killed) / 1e9);
        reviews.forEach(this::finish);
    }

    private static String underReview(Agent agent) {
        String id = agent.create("lead", "peer-review", ",\"data\":{\"reviewOverdue\":\"%s\"}".formatted(SOON));
        agent.move("worker-1", id, "start", "{}");
        agent.move("worker-1", id, "complete", "{\"result\":\"done\"}");
        agent.move("lead", id, "start-review", "{\"reviewers\":[\"reviewer-1\"]}");
        return id;
    }

    private void finish(String review) {
        agent.move("reviewer-1", review, "submit-review", ScriptedLives.REVIEW);
        agent.move("lead", review, "finish", "{\"finalReport\":\"good\"}");
    }

    /** A task that this worker has claimed; another may have been faster with the first ones. */
    private static JsonNode claimed(Agent agent, String timeout) {
        while (true) {
            String id = agent.create(WORKER, "work-queue", QueueWorker.task(timeout));
            Answer claim = agent.tryMove(WORKER, id, "claim", "{}", 0);
            if (claim.status() == 200) {
                return claim.json().get("task");
            }
        }
    }

    /** A task whose blocker has finished, and whose row is held since before that. */
    private static String behindAFinishedTask(Agent agent, Connection rows) throws SQLException {
        JsonNode blocker = claimed(agent, "PT1H");
        String id = blocker.get("id").asText();
        int epoch = blocker.get("lease").get("epoch").asInt();
        String dependent =
                agent.create(WORKER, "work-queue", QueueWorker.task("PT4S") + ",\"blockedBy\":[\"%s\"]".formatted(id));
        hold(rows, dependent);
        assertThat(agent.tryMove(WORKER, id, "start", "{}", epoch).status()).isEqualTo(200);
        assertThat(agent.tryMove(WORKER, id, "succeed", "{}", epoch).status()).isEqualTo(200);
        return dependent;
    }

    private static void hold(Connection rows, String task) throws SQLException {
        try (PreparedStatement lock = rows.prepareStatement("SELECT 1 FROM task WHERE id=? FOR UPDATE")) {
            lock.setString(1, task);
            lock.execute();
        }
    }

    private long taken(List<String> tasks) {
        return count("""
            SELECT count(*) FROM act_ru_job j JOIN task t ON t.process_instance_id = j.process_instance_id_
            WHERE j.lock_owner_ IS NOT NULL AND t.id IN (:tasks)\
            """, tasks);
    }

    private long fired(List<String> tasks) {
        return count("SELECT count(*) FROM task WHERE flags LIKE '%overdue%' AND id IN (:tasks)", tasks);
    }

    private boolean isDue(String task) {
        return count("SELECT count(*) FROM task WHERE timer_due_at <= now() AND id IN (:tasks)", List.of(task)) == 1;
    }

    private boolean hasTimedOut(String task) {
        return count("SELECT count(*) FROM task_transition WHERE kind='timer' AND task_id IN (:tasks)", List.of(task))
                > 0;
    }

    private boolean isBlocked(String task) {
        return count("SELECT count(*) FROM task WHERE state='blocked' AND id IN (:tasks)", List.of(task)) == 1;
    }

    private long count(String sql, List<String> tasks) {
        return cluster.sql().sql(sql).param("tasks", tasks).query(Long.class).single();
    }
}
