package dev.baton.benchmark;

import dev.baton.json.Json;
import dev.baton.testing.Database;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One system of the comparison: its server, its client and the life that it leads. */
record Contender(String name, ServerUnderTest server, Post api, Life life) implements AutoCloseable {

    private static final String RESULT = "x".repeat(1024);
    private static final String LIFECYCLE = "benchmark-queue";
    private static final String DEPLOYED = "/engine-rest/process-definition/key/user-task";
    private static final Path DIAGRAM = Path.of("bpmn", "work-queue.bpmn");
    private static final Path ARTIFACTS = Path.of("bpmn", "artifacts");

    static Contender floor(Database database) throws Exception {
        ServerUnderTest server = ServerUnderTest.start(FloorApplication.class, durable(database), "/ready");
        Post api = new Post(server.url(), null);
        return new Contender("raw SQL behind Spring MVC: the floor", server, api, new FloorLife(api, RESULT));
    }

    /** Like Baton, the others do not answer before a commit is in H2's file, which is not H2's default. */
    private static Map<String, String> durable(Database database) {
        Map<String, String> settings = new HashMap<>(database.settings());
        if (database == Database.H2) {
            settings.computeIfPresent("spring.datasource.url", (name, url) -> url + ";WRITE_DELAY=0");
        }
        return settings;
    }

    /** As it is shipped, with the users of the demo. */
    static Contender baton(Database database, Path jar) throws Exception {
        Map<String, String> settings = new HashMap<>(database.settings());
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.put("baton.lifecycles", "classpath:/bpmn,file:" + lifecycles());
        ServerUnderTest server =
                ServerUnderTest.start(List.of("-jar", jar.toAbsolutePath().toString()), settings, "/actuator/health");
        String password = Base64.getEncoder().encodeToString("admin:demo".getBytes(StandardCharsets.UTF_8));
        String token = Json.read(new Post(server.url() + "/api", "Basic " + password)
                        .send("token", "/tokens", "{\"user\":\"worker-1\",\"name\":\"benchmark\"}"))
                .get("token")
                .asText();
        Post api = new Post(server.url() + "/api", "Bearer " + token);
        return new Contender(
                "**Baton**",
                server,
                api,
                new HttpLife(api, LIFECYCLE, Json.object().put("result", RESULT).toString()));
    }

    /** The work queue with a result when it succeeds, which the shipped diagram doesn't take. */
    private static Path lifecycles() throws IOException {
        Path folder = Files.createTempDirectory("benchmark-lifecycles");
        Files.writeString(
                folder.resolve(LIFECYCLE + ".bpmn"),
                Files.readString(DIAGRAM)
                        .replace("\"work-queue\"", '"' + LIFECYCLE + '"')
                        .replace("exitCode?, commit?, merged?", "result, exitCode?, commit?, merged?"));
        Path schemas = Files.createDirectory(folder.resolve("artifacts"));
        Files.writeString(schemas.resolve("result.schema.json"), "{\"type\":\"string\"}");
        try (DirectoryStream<Path> shipped = Files.newDirectoryStream(ARTIFACTS, "*.schema.json")) {
            for (Path schema : shipped) {
                Files.copy(schema, schemas.resolve(schema.getFileName()));
            }
        }
        return folder;
    }

    static Contender externalTasks(Database database) throws Exception {
        return camunda("Camunda 7.24, external tasks", database, CamundaLives::externalTasks);
    }

    static Contender userTasks(Database database) throws Exception {
        return camunda("Camunda 7.24, user tasks", database, CamundaLives::userTasks);
    }

    static Contender messages(Database database) throws Exception {
        return camunda("Camunda 7.24, messages", database, (rest, result) -> CamundaLives.messages(rest));
    }

    private interface CamundaWay {
        Life life(Post rest, String result);
    }

    private static Contender camunda(String name, Database database, CamundaWay way) throws Exception {
        ServerUnderTest server = ServerUnderTest.start(CamundaApplication.class, durable(database), DEPLOYED);
        Post rest = new Post(server.url() + "/engine-rest", null);
        return new Contender(name, server, rest, way.life(rest, RESULT));
    }

    @Override
    public void close() throws InterruptedException {
        server.close();
    }
}
