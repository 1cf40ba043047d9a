package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import dev.baton.testing.Receiver;
import dev.baton.testing.Receiver.Received;
import dev.baton.testing.ServerProcess;
import dev.baton.testing.Workers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of two servers is killed while both of them send: the other one sends the rest, in order for each task. */
class KilledSenderTest {

    /** Each server has four requests at a time for a receiver. */
    private static final int IN_FLIGHT = 8;

    private static final int TASKS = 12;
    private static final List<String> LIFE = List.of("ready", "claimed", "in_progress", "completed");

    @TempDir
    private Path folder;

    @AfterEach
    void resetClock() {
        ClockUtil.reset();
    }

    @Test
    void nothingIsLostAndTheOrderIsKept() {
        Map<String, String> settings = new HashMap<>(Database.POSTGRES.settings());
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.put("baton.webhooks.allow-private", "true");
        settings.put("baton.webhooks.timeout", "PT30S");
        CountDownLatch killed = new CountDownLatch(1);
        ServerProcess victim = ServerProcess.start(folder, settings);
        try (Receiver receiver = new Receiver().answering(request -> after(killed));
                Baton other = Baton.start(settings)) {
            String path = "/api/webhooks/"
                    + other.admin()
                            .post(
                                    "/api/webhooks",
                                    "{\"url\":\"%s\",\"lifecycle\":\"work-queue\",\"kinds\":[\"created\",\"transition\"]}"
                                            .formatted(receiver.url()))
                            .expect(201)
                            .json()
                            .get("id")
                            .asText();
            List<String> tasks = IntStream.range(0, TASKS)
                    .mapToObj(i -> Workers.claimed(other, "worker-1"))
                    .toList();
            receiver.until(IN_FLIGHT);
            victim.kill();
            tasks.forEach(task -> List.of("start", "succeed")
                    .forEach(trigger ->
                            Workers.move(other, "worker-1", task, trigger, "{}").expect(200)));
            killed.countDown();
            later(Duration.ofSeconds(61)); // what the victim had taken is free again then
            Crowd.waitUntil(
                    "all are delivered", 30, () -> delivered(other, path).equals(Set.of("delivered " + TASKS * 4)));

            Map<String, List<String>> states = new HashMap<>();
            for (Received request : receiver.received()) {
                List<String> seen = states.computeIfAbsent(request.task(), task -> new ArrayList<>());
                String to = request.json().get("to").asText();
                if (!seen.contains(to)) {
                    seen.add(to);
                }
            }
            assertThat(states.keySet()).containsExactlyInAnyOrderElementsOf(tasks);
            assertThat(states.values()).allSatisfy(seen -> assertThat(seen).isEqualTo(LIFE));
            assertThat(receiver.received())
                    .as("what the victim was sending came twice, with the same number")
                    .hasSizeGreaterThan(TASKS * 4);
        } finally {
            victim.kill();
        }
    }

    private static int after(CountDownLatch killed) {
        try {
            killed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 200;
    }

    /** How many deliveries have which status. */
    private static Set<String> delivered(Baton baton, String path) {
        return Json.list(baton.admin()
                        .get(path + "/deliveries?limit=500")
                        .expect(200)
                        .json()
                        .get("deliveries"))
                .stream()
                .collect(
                        Collectors.groupingBy(delivery -> delivery.get("status").asText(), Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.toSet());
    }

    private static void later(Duration time) {
        ClockUtil.setCurrentTime(
                Date.from(ClockUtil.getCurrentTime().toInstant().plus(time)));
    }
}
