package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.crash.RetryingCaller.Answer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A worker of the work queue that sometimes dies with a claim, is too slow for it, or fails. It also creates the tasks, one behind another. */
final class QueueWorker implements Runnable {

    static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(4);

    private final Agent agent;
    private final String name;

    QueueWorker(Agent agent, String name) {
        this.agent = agent;
        this.name = name;
    }

    /** The fields of a task that is never given up, however many claims are lost. */
    static String task(String claimTimeout) {
        return ",\"maxAttempts\":100,\"data\":{\"claimTimeout\":\"%s\"}".formatted(claimTimeout);
    }

    /** Creates tasks only when there is nothing to do, so that they don't become more and more. */
    @Override
    public void run() {
        if (!workOnNext(true)) {
            String task = task(CLAIM_TIMEOUT.toString());
            String blocker = agent.create(name, "work-queue", task);
            agent.create(name, "work-queue", task + ",\"blockedBy\":[\"%s\"]".formatted(blocker));
        }
    }

    /**
     * Claims a task and works on it.
     *
     * @param unreliable whether it may die with its claim
     * @return whether there was one
     */
    boolean workOnNext(boolean unreliable) {
        Answer claim = agent.post(
                name, "/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":%d}".formatted(agent.happens(30) ? 1 : 0));
        assertThat(claim.status()).as("%s", claim).isIn(200, 204);
        if (claim.status() == 204) {
            if (claim.sentAgain()) {
                agent.answered().mayHaveClaimed(name);
            }
            return false;
        }
        JsonNode lease = claim.json().get("lease");
        String id = claim.json().get("id").asText();
        int epoch = lease.get("epoch").asInt();
        agent.answered().leased(id, epoch);
        agent.answered().moved(id, epoch, name, "claim", lease);
        workOn(id, epoch, unreliable);
        return true;
    }

    private void workOn(String id, int epoch, boolean unreliable) {
        if (unreliable && agent.happens(10)) {
            return; // as if it had died: the lease runs out
        }
        if (unreliable && agent.happens(5)) {
            LockSupport.parkNanos(CLAIM_TIMEOUT.plusSeconds(1).toNanos());
        }
        int current = epoch;
        while (moved(id, "start", "{}", current) != null) {
            boolean fails = agent.happens(20);
            JsonNode task = moved(id, fails ? "fail" : "succeed", fails ? "{\"error\":\"bad luck\"}" : "{}", current);
            if (task == null || task.get("terminal").asBoolean()) {
                return;
            }
            current = task.get("lease").get("epoch").asInt();
            agent.answered().leased(id, current);
        }
    }

    /** The task after the move; null if the lease was not valid any more. */
    private JsonNode moved(String id, String trigger, String payload, int epoch) {
        Answer answer = agent.tryMove(name, id, trigger, payload, epoch);
        assertThat(answer.status()).as("%s of %s: %s", trigger, id, answer).isIn(200, 409);
        return answer.status() == 200 ? answer.json().get("task") : null;
    }
}
