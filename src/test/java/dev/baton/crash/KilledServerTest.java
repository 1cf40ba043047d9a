package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Errand;
import dev.baton.testing.Json;
import dev.baton.testing.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After the server was killed, every answered request has taken effect, and the others completely or not at all. */
class KilledServerTest {

    private static final int WORKERS = 8;

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrHalfDoneOnH2() {
        survives(Database.h2(folder.resolve("baton").toString()), 3);
    }

    @Test
    void nothingIsLostOrHalfDoneOnPostgres() {
        survives(
                Map.of(
                        "spring.datasource.url", Database.newPostgres(),
                        "spring.datasource.username", "postgres",
                        "spring.datasource.password", "postgres"),
                1);
    }

    private void survives(Map<String, String> database, int rounds) {
        Map<String, String> settings = new HashMap<>(database);
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.put("baton.lifecycles", "classpath:/bpmn,classpath:/lifecycles");
        List<Worker> workers = new ArrayList<>();
        ServerProcess server = ServerProcess.start(folder, settings);
        try {
            for (int round = 1; round <= rounds; round++) {
                workers.addAll(workUntilKilled(server, "round " + round, 40 * round));
                server = ServerProcess.start(folder, settings);
                isIntact(server.as("admin", "demo"), workers);
            }
            worksOn(server.as("admin", "demo"));
        } finally {
            server.kill();
        }
    }

    /** @param moves how many answers to wait for before the end comes */
    private static List<Worker> workUntilKilled(ServerProcess server, String name, int moves) {
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(new Worker(server, name + " worker " + i));
        }
        Crowd.of(WORKERS + 1, i -> {
            if (i < WORKERS) {
                workers.get(i).workUntilTheServerIsGone();
            } else {
                Crowd.waitUntil("enough is answered", 30, () -> Worker.answered(workers) >= moves);
                server.kill();
            }
            return null;
        });
        return workers;
    }

    private static void isIntact(Caller admin, List<Worker> workers) {
        List<Errand> errands = Json.list(
                        admin.get("/api/tasks?limit=500").expect(200).json().get("tasks"))
                .stream()
                .map(task -> new Errand(admin, task.get("id").asText()))
                .toList();
        Map<String, List<String>> marks = new HashMap<>();
        errands.forEach(errand -> {
            errand.isConsistent();
            marks.put(errand.id(), errand.marks());
        });
        workers.forEach(worker -> worker.findsItsWork(marks));
        long active = errands.stream()
                .filter(e -> !e.task().get("terminal").asBoolean())
                .count();
        JsonNode instances =
                admin.get("/engine-rest/process-instance/count").expect(200).json();
        assertThat(instances.get("count").asLong()).as("process instances").isEqualTo(active);
    }

    private static void worksOn(Caller admin) {
        JsonNode open =
                admin.get("/api/tasks?active=true&limit=500").expect(200).json().get("tasks");
        assertThat(open).isNotEmpty();
        open.forEach(task -> new Errand(admin, task.get("id").asText()).finish());
        admin.post("/api/tasks", "{\"lifecycle\":\"errand\"}").expect(201);
    }
}
