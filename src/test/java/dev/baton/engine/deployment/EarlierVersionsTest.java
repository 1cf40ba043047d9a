package dev.baton.engine.deployment;

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
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;

/**
 * Tasks that were begun under the diagrams of an earlier release, where cancelling was an arrow of each state and a
 * retry was chosen by a gateway, go on under those, and can be migrated to today's.
 */
class EarlierVersionsTest {

    private static final List<String> KEYS = List.of("governed", "work-queue");
    private static final List<String> STATES =
            List.of("INBOX", "ASSIGNED", "IN_PROGRESS", "REVIEW", "NEEDS_APPROVAL", "BLOCKED");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void tasksOfAnEarlierVersionGoOn(Database database) throws IOException {
        try (Baton baton = Baton.start(database.settings(), Map.of("baton.lifecycles", "file:" + earlier()))) {
            Map<String, String> governed = oneInEach(baton);
            Map<String, String> migrating = oneInEach(baton);
            String failing = Workers.inProgress(baton, "worker-1");
            String retried = Workers.inProgress(baton, "worker-1");
            deployTodays(baton);

            governed.forEach((state, id) -> isCancelledBy(baton, id, state + "__cancel"));
            failsAfterItsAttempts(baton, failing, 4); // an attempt too many: that was the rule

            assertThat(baton.migrate("governed").get("moved").asInt()).isEqualTo(STATES.size());
            migrating.values().forEach(id -> isCancelledBy(baton, id, "cancel__canceled"));
            assertThat(baton.migrate("work-queue").get("moved").asInt()).isEqualTo(1);
            failsAfterItsAttempts(baton, retried, 3);
        }
    }

    /** As a start of today's release does it; {@link StoredDatabaseTest} has such a start. */
    private static void deployTodays(Baton baton) {
        baton.bean(FolderDeployer.class)
                .deploy(KEYS.stream()
                        .<Resource>map(key -> new FileSystemResource(Path.of("bpmn", key + ".bpmn")))
                        .toList());
        KEYS.forEach(key -> assertThat(baton.versions(key)).isEqualTo(2));
    }

    /** The diagrams of the earlier release with the schemas, which have not changed. */
    private Path earlier() throws IOException {
        for (String key : KEYS) {
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
