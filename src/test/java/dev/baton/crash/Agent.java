package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.crash.RetryingCaller.Answer;
import dev.baton.testing.Baton;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Sends requests to any server, one after the other, and records what was answered. */
final class Agent {

    private final RetryingCaller caller;
    private final Answered answered;
    private final Random chance;
    private final Duration pause;
    private final int server;

    /** @param pause after each request, so that the machine is not kept busy by many of them */
    Agent(RetryingCaller caller, Answered answered, long seed, Duration pause) {
        this(caller, answered, new Random(seed), pause, -1);
    }

    private Agent(RetryingCaller caller, Answered answered, Random chance, Duration pause, int server) {
        this.caller = caller;
        this.answered = answered;
        this.chance = chance;
        this.pause = pause;
        this.server = server;
    }

    /** The same agent, which always asks this server first. */
    Agent on(int number) {
        return new Agent(caller, answered, chance, pause, number);
    }

    boolean happens(int timesOfAHundred) {
        return chance.nextInt(100) < timesOfAHundred;
    }

    Answer post(String user, String path, String body) {
        Answer answer = caller.post(server < 0 ? chance.nextInt(Cluster.size()) : server, user, path, body);
        LockSupport.parkNanos(pause.toNanos());
        return answer;
    }

    /** @param more fields of the request */
    String create(String user, String lifecycle, String more) {
        String id = lifecycle + "-" + Baton.newId();
        Answer answer =
                post(user, "/api/tasks", "{\"lifecycle\":\"%s\",\"id\":\"%s\"%s}".formatted(lifecycle, id, more));
        assertThat(answer.status()).as("%s", answer).isEqualTo(201);
        answered.created(id);
        return id;
    }

    /** A move of a task that only this agent moves, so that it has to be possible. */
    JsonNode move(String user, String task, String trigger, String payload) {
        Answer answer = tryMove(user, task, trigger, payload, 0);
        assertThat(answer.status()).as("%s of %s: %s", trigger, task, answer).isEqualTo(200);
        return answer.json();
    }

    /** @param epoch of the lease; 0 for none */
    Answer tryMove(String user, String task, String trigger, String payload, int epoch) {
        String lease = epoch == 0 ? "" : ",\"leaseEpoch\":" + epoch;
        Answer answer = post(
                user,
                "/api/tasks/" + task + "/transitions",
                "{\"trigger\":\"%s\",\"payload\":%s%s}".formatted(trigger, payload, lease));
        if (answer.status() == 200) {
            answered.moved(
                    task, epoch, user, trigger, answer.json().path("task").path("lease"));
        }
        return answer;
    }

    Answered answered() {
        return answered;
    }
}
