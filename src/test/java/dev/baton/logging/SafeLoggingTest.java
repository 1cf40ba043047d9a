package dev.baton.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import dev.baton.testing.ServerProcess;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Text from a caller can't forge a line of the log, nor steer the terminal that shows it. */
@ExtendWith(OutputCaptureExtension.class)
class SafeLoggingTest {

    private static final String HOSTILE =
            "a\r\nFORGED line\u001b[2J\u0007\u0085\u2028\u2029\u202e\u2066\u200f\u200b\ufeffz";
    private static final String SAFE =
            "a\\r\\nFORGED line\\u001b[2J\\u0007\\u0085\\u2028\\u2029\\u202e\\u2066\\u200f\\u200b\\ufeffz";

    @TempDir
    Path folder;

    @Test
    void controlCharactersAreWrittenAsWhatTheyAre() {
        assertThat(ControlCharacters.escape(HOSTILE)).isEqualTo(SAFE);
        assertThat(ControlCharacters.escape("\ud800 \udc00")).isEqualTo("\\ud800 \\udc00");
        assertThat(ControlCharacters.escape(Character.toString(0xE0041))).isEqualTo("\\udb40\\udc41");
        assertThat(ControlCharacters.escape("Ω 😀 é\tü ${x}")).isEqualTo("Ω 😀 é\tü ${x}");
        assertThat(ControlCharacters.escape(null)).isNull();
    }

    @Test
    void everyLogStatementIsCoveredWithItsExceptions(CapturedOutput output) {
        Baton.on(Database.H2);
        MDC.put("key", HOSTILE);
        try {
            RuntimeException failure =
                    new IllegalStateException(HOSTILE, new IllegalArgumentException("cause " + HOSTILE));
            failure.addSuppressed(new IllegalStateException("suppressed " + HOSTILE));
            LoggerFactory.getLogger("some.library").error("it said {}", HOSTILE, failure);
        } finally {
            MDC.clear();
        }
        String log = output.getAll();
        assertThat(log)
                .contains("it said " + SAFE)
                .contains("IllegalStateException: " + SAFE)
                .contains("IllegalArgumentException: cause " + SAFE)
                .contains("IllegalStateException: suppressed " + SAFE)
                .contains("\tat " + getClass().getName());
        assertThat(log.lines()).noneMatch(line -> line.startsWith("FORGED"));
        assertThat(log).doesNotContain("\u001b[2J", "\u2028", "\u202e");
    }

    @Test
    void whatACallerSendsIsOneLineOfTheConsole() {
        try (ServerProcess server = start(Map.of())) {
            refuse(server);
            assertThat(server.lines())
                    .filteredOn(line -> line.contains("FORGED"))
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains(" WARN ", SAFE));
        }
    }

    @Test
    void structuredLoggingIsOneSetting() {
        for (String format : List.of("ecs", "logstash")) {
            try (ServerProcess server = start(Map.of("logging.structured.format.console", format))) {
                refuse(server);
                List<JsonNode> lines = server.lines().stream().map(Json::read).toList();
                assertThat(lines)
                        .allSatisfy(
                                line -> assertThat(line.get("message").asText()).isNotBlank());
                assertThat(lines)
                        .filteredOn(line -> line.get("message").asText().contains("FORGED"))
                        .singleElement()
                        .satisfies(
                                line -> assertThat(line.get("message").asText()).contains(SAFE));
            }
        }
    }

    private ServerProcess start(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Database.H2.prepared());
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.putAll(more);
        return ServerProcess.startAsInstalled(folder, settings);
    }

    /** A refused move is logged with the trigger that was asked for. */
    private static void refuse(ServerProcess server) {
        Caller admin = server.as("admin", "demo");
        String id = Baton.newId();
        admin.post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"" + id + "\"}")
                .expect(201);
        String trigger = Baton.JSON.getNodeFactory().textNode(HOSTILE).toString();
        admin.post("/api/tasks/" + id + "/transitions", "{\"trigger\":" + trigger + "}")
                .expect(409);
        Crowd.waitUntil("it is logged", 10, () -> server.output().contains("FORGED"));
    }
}
