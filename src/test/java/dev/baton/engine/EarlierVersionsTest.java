package dev.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Governed;
import dev.baton.testing.Json;
import dev.baton.testing.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tasks that were begun under the diagrams of an earlier release, where cancelling was an arrow of each state and a
 * retry was chosen by a gateway, go on under those, and can be migrated to today's.
 */
class EarlierVersionsTest {

    private static final List<String> STATES =
            List.of("INBOX", "ASSIGNED", "IN_PROGRESS", "REVIEW", "NEEDS_APPROVAL", "BLOCKED");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void tasksOfAnEarlierVersionGoOn(Database database) throws IOException {
        Map<String, String> settings = database.settings();
        Map<String, String> governed;
        Map<String, String> migrating;
        String failing;
        String retried;
        try (Baton before = Baton.start(settings, Map.of("baton.lifecycles", "file:" + earlier()))) {
            governed = oneInEach(before);
            migrating = oneInEach(before);
            failing = Workers.inProgress(before, "worker-1");
            retried = Workers.inProgress(before, "worker-1");
        }
        try (Baton now = Baton.start(settings)) {
            governed.forEach((state, id) -> isCancelledBy(now, id, state + "__cancel"));
            failsAfterItsAttempts(now, failing, 4); // an attempt too many: that was the rule

            assertThat(now.migrate("governed").get("moved").asInt()).isEqualTo(STATES.size());
            migrating.values().forEach(id -> isCancelledBy(now, id, "cancel__canceled"));
            assertThat(now.migrate("work-queue").get("moved").asInt()).isEqualTo(1);
            failsAfterItsAttempts(now, retried, 3);
        }
    }

    /** The diagrams of the earlier release with the schemas, which have not changed. */
    private Path earlier() throws IOException {
        for (String key : List.of("governed", "work-queue")) {
            Files.copy(Path.of("src/test/resources/earlier", key + ".bpmn"), folder.resolve(key + ".bpmn"));
        }
        Path schemas = Path.of("bpmn", "artifacts");
        try (Stream<Path> files = Files.walk(schemas)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve("artifacts").resolve(schemas.relativize(file)));
            }
        }
        return folder;
    }

    private static Map<String, String> oneInEach(Baton baton) {
        Map<String, String> tasks = new LinkedHashMap<>();
        STATES.forEach(state -> tasks.put(state.toLowerCase(java.util.Locale.ROOT), Governed.in(baton, state)));
        return tasks;
    }

    private static void isCancelledBy(Baton baton, String id, String arrow) {
        baton.as("human").move(id, "cancel", Governed.REASON).expect(200);
        assertThat(baton.state(id)).isEqualTo("CANCELED");
        var history = baton.history(id);
        assertThat(Json.texts(history.get(history.size() - 1).get("path"))).contains(arrow);
        assertThat(baton.task(id).at("/data/cancellation/by").asText()).isEqualTo("human");
    }

    private static void failsAfterItsAttempts(Baton baton, String id, int runs) {
        for (int attempt = 1; attempt < runs; attempt++) {
            Workers.move(baton, "worker-1", id, "fail", "{\"error\":\"try %d\"}".formatted(attempt))
                    .expect(200);
            assertThat(baton.state(id)).isEqualTo("claimed");
            assertThat(baton.task(id).get("attempts").asInt()).isEqualTo(attempt);
            Workers.move(baton, "worker-1", id, "start", "{}").expect(200);
        }
        Workers.move(baton, "worker-1", id, "fail", "{\"error\":\"the last\"}").expect(200);
        assertThat(baton.state(id)).isEqualTo("failed");
        assertThat(baton.task(id).at("/data/lastError").asText()).isEqualTo("the last");
    }
}
