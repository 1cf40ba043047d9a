package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Errand;
import dev.baton.testing.ServerProcess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Moves its own errands, one after the other, and records the answers. */
final class ErrandWorker {

    private static final List<String> LIFE =
            List.of("take", "hand-back", "take", "deliver", "reject", "deliver", "approve");

    private final ServerProcess server;
    private final String name;
    private final Map<String, List<String>> answered = new LinkedHashMap<>();
    private volatile int count;
    private String asked;

    ErrandWorker(ServerProcess server, String name) {
        this.server = server;
        this.name = name;
    }

    static int answered(List<ErrandWorker> workers) {
        return workers.stream().mapToInt(worker -> worker.count).sum();
    }

    void live() {
        String id = Baton.newId();
        Caller admin = server.as("admin", "demo");
        admin.post("/api/tasks", "{\"lifecycle\":\"errand\",\"id\":\"%s\"}".formatted(id))
                .expect(201);
        List<String> marks = new CopyOnWriteArrayList<>();
        answered.put(id, marks);
        Errand errand = new Errand(admin, id);
        for (String trigger : LIFE) {
            asked = name + " " + count + " " + trigger;
            Answer answer = errand.move(admin, trigger, asked);
            answer.expect(200);
            marks.add(asked);
            count++;
        }
    }

    /** Every answered request is there in order, and at most one unanswered request. */
    void findsItsWork(Map<String, List<String>> marks) {
        answered.forEach((id, done) -> {
            assertThat(marks).containsKey(id);
            List<String> found =
                    marks.get(id).stream().filter(mark -> mark.startsWith(name)).toList();
            assertThat(found).as("what %s has done to %s", name, id).hasSizeBetween(done.size(), done.size() + 1);
            assertThat(found.subList(0, done.size())).isEqualTo(done);
            assertThat(found.subList(done.size(), found.size())).isSubsetOf(asked);
        });
    }
}
