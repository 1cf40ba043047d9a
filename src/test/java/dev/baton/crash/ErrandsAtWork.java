package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Caller;
import dev.baton.testing.Errand;
import dev.baton.testing.Json;
import dev.baton.testing.ServerProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Errands. Every answered move has taken effect afterwards, and the others completely or not at all. */
final class ErrandsAtWork implements InterruptedWork {

    private static final int WORKERS = 8;
    private static final int ANSWERS = 40;

    /** Those of earlier rounds, too: what they did must last. */
    private final List<ErrandWorker> workers = new ArrayList<>();

    private int round;
    private int answeredBefore;

    @Override
    public List<Runnable> workers(ServerProcess server) {
        round++;
        answeredBefore = ErrandWorker.answered(workers);
        List<Runnable> these = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            ErrandWorker worker = new ErrandWorker(server, "round " + round + " worker " + i);
            workers.add(worker);
            these.add(worker::live);
        }
        return these;
    }

    @Override
    public boolean isEnough() {
        return ErrandWorker.answered(workers) - answeredBefore >= ANSWERS * round;
    }

    @Override
    public void isIntact(ServerProcess restarted) {
        Caller admin = restarted.as("admin", "demo");
        List<Errand> errands = tasks(admin, "").stream()
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
        JsonNode instances = admin.get("/engine-rest/process-instance/count?processDefinitionKey=errand")
                .expect(200)
                .json();
        assertThat(instances.get("count").asLong()).as("process instances").isEqualTo(active);
    }

    /** Every errand gets to its end, and there can be new ones. */
    void goOn(ServerProcess server) {
        Caller admin = server.as("admin", "demo");
        List<JsonNode> open = tasks(admin, "&active=true");
        assertThat(open).isNotEmpty();
        open.forEach(task -> new Errand(admin, task.get("id").asText()).finish());
        admin.post("/api/tasks", "{\"lifecycle\":\"errand\"}").expect(201);
    }

    private static List<JsonNode> tasks(Caller admin, String filter) {
        return Json.list(admin.get("/api/tasks?limit=500&lifecycle=errand" + filter)
                .expect(200)
                .json()
                .get("tasks"));
    }
}
