package dev.baton.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.ServerProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start in an empty folder with default settings, and a second start. */
class FirstStartTest {

    private static final Pattern PASSWORD = Pattern.compile("user 'admin', password '([^']+)'");

    @TempDir
    private Path folder;

    @Test
    void theFirstStartShowsAPasswordOnceAndTheDataOutlivesTheProcess() {
        String password;
        String token;
        try (ServerProcess first = ServerProcess.start(folder, Map.of())) {
            password = password(first);
            assertThat(first.output()).containsOnlyOnce(password);
            first.as("admin", password).get("/api/tasks").expect(200);
            token = first.as("admin", password)
                    .post("/api/tokens", "{\"user\":\"admin\",\"name\":\"laptop\"}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asText();
        }
        assertThat(folder.resolve("data/baton.mv.db")).isNotEmptyFile();
        try (ServerProcess second = ServerProcess.start(folder, Map.of())) {
            assertThat(second.output()).doesNotContain("password").doesNotContain(password);
            second.as("admin", password).get("/api/tasks").expect(200);
            second.withToken(token).get("/api/tasks").expect(200);
            second.as("admin", "demo").get("/api/tasks").expect(401);
            assertThat(second.as("admin", password)
                            .get("/api/lifecycles/work-queue")
                            .expect(200)
                            .json()
                            .get("version")
                            .asInt())
                    .as("an unchanged diagram is not deployed again")
                    .isEqualTo(1);
        }
    }

    private static String password(ServerProcess server) {
        Matcher shown = PASSWORD.matcher(server.output());
        assertThat(shown.find()).as(server.output()).isTrue();
        return shown.group(1);
    }
}
