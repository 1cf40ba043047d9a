package dev.baton.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import dev.baton.testing.Problem;
import dev.baton.testing.ServerProcess;
import dev.baton.testing.Tasklist;
import dev.baton.testing.TcpProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** While the database is unavailable requests are answered 503, the log has one line, and the server recovers. */
@ExtendWith(OutputCaptureExtension.class)
class DatabaseOutageTest {

    private static final Duration QUICKLY = Duration.ofSeconds(6);
    private static final int ROUNDS = 5;
    private static final Pattern PORT = Pattern.compile("(?<=//localhost:)\\d+");

    @TempDir
    Path folder;

    @Test
    void everyInterfaceAnswers503AndTheLogSaysItOnce() {
        String url = Database.newPostgres();
        Matcher port = PORT.matcher(url);
        assertThat(port.find()).isTrue();
        try (TcpProxy proxy = new TcpProxy(Integer.parseInt(port.group()));
                ServerProcess server = start(port.replaceFirst(String.valueOf(proxy.port())))) {
            Map<String, Supplier<Answer>> calls = calls(server);
            calls.forEach((call, request) ->
                    assertThat(request.get().status()).as(call).isLessThan(300));
            String claimed = claimOne(server);
            CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(
                    () -> worker(server).post("/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":60}"));
            int before = server.lines().size();

            proxy.cut();
            for (int round = 0; round < ROUNDS; round++) {
                calls.forEach(DatabaseOutageTest::isUnavailable);
                assertThat(health(server)).isEqualTo(503);
            }
            assertThat(Crowd.of(30, i -> worker(server).get("/api/tasks")))
                    .allSatisfy(answer -> isUnavailable("a crowd", answer));
            isUnavailable("a waiting claim", Crowd.await(waiting));
            List<String> logged = server.lines().subList(before, server.lines().size());
            assertThat(logged)
                    .as("log")
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains(" WARN ", "The database can't be reached", "503"));

            proxy.mend();
            Crowd.waitUntil("the server is healthy", 20, () -> health(server) == 200);
            calls.forEach((call, request) ->
                    assertThat(request.get().status()).as(call).isLessThan(300));
            timersAndWaitingWorkersGoOn(server, claimed);
            logged = server.lines().subList(before, server.lines().size());
            assertThat(logged)
                    .filteredOn(line -> line.contains("can be reached again"))
                    .hasSize(1);
            assertThat(logged)
                    .filteredOn(line -> line.contains("can't be reached"))
                    .hasSize(1);
            assertThat(String.join("\n", logged)).doesNotContain("\tat ", "Exception", " ERROR ");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPoolWithoutAConnectionToSpareIsNoFaultOfTheServerEither(Database database, CapturedOutput output)
            throws SQLException {
        Map<String, String> small = Map.of(
                "spring.datasource.hikari.maximum-pool-size", "4",
                "spring.datasource.hikari.connection-timeout", "1000");
        try (Baton baton = Baton.start(database.prepared(), small)) {
            String id = baton.create("errand");
            List<Connection> taken = takeAll(baton.bean(DataSource.class));
            isUnavailable("api", () -> baton.admin().get("/api/tasks/" + id));
            isUnavailable("move", () -> baton.as("human").move(id, "drop", "{}"));
            isUnavailable("engine", () -> baton.admin().get("/engine-rest/task"));
            assertThat(baton.anonymous().get("/actuator/health").status()).isEqualTo(503);
            for (Connection connection : taken) {
                connection.close();
            }
            baton.as("human").move(id, "drop", "{}").expect(200);
            baton.anonymous().get("/actuator/health").expect(200);
        }
        assertThat(output.getAll().lines().filter(line -> line.contains("All 4 connections")))
                .hasSize(1);
        assertThat(output.getAll()).doesNotContain("can't be reached", "\tat ");
    }

    @Test
    void aDatabaseFileThatWasShutIsOpenedAgain() {
        try (Baton baton = Baton.start(Database.H2.prepared())) {
            String id = baton.create("errand");
            baton.sql().sql("SHUTDOWN").update();
            Crowd.waitUntil("the file is open again", 20, () -> {
                Answer answer = baton.admin().get("/api/tasks/" + id);
                assertThat(answer.status()).as(answer.body()).isIn(200, 503);
                return answer.status() == 200;
            });
            baton.as("human").move(id, "drop", "{}").expect(200);
        }
    }

    private static List<Connection> takeAll(DataSource database) {
        List<Connection> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(database.getConnection());
            }
        } catch (SQLException e) {
            return taken;
        }
    }

    /** The lease of a task claimed before the outage runs out, and a worker that waits gets the task. */
    private static void timersAndWaitingWorkersGoOn(ServerProcess server, String claimed) {
        Answer again = server.as("worker-2", "demo")
                .post("/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":60}")
                .expect(200);
        assertThat(again.json().get("id").asText()).isEqualTo(claimed);
    }

    private static String claimOne(ServerProcess server) {
        String id = Baton.newId();
        server.as("admin", "demo")
                .post("/api/tasks", "{\"lifecycle\":\"work-queue\",\"id\":\"" + id + "\"}")
                .expect(201);
        Answer claim = worker(server)
                .post("/api/claims", "{\"lifecycle\":\"work-queue\"}")
                .expect(200);
        assertThat(claim.json().get("id").asText()).isEqualTo(id);
        return id;
    }

    private static Map<String, Supplier<Answer>> calls(ServerProcess server) {
        Caller admin = server.as("admin", "demo");
        String id = Baton.newId();
        admin.post("/api/tasks", "{\"lifecycle\":\"peer-review\",\"id\":\"" + id + "\"}")
                .expect(201);
        String token = admin.post("/api/tokens", "{\"user\":\"admin\",\"name\":\"outage\"}")
                .expect(201)
                .json()
                .get("token")
                .asText();
        Tasklist tasklist = Tasklist.of(server.url(), "admin");
        // a page opened before the outage, for each sign-in: a session's CSRF token can be used once
        Queue<Tasklist> visitors = Stream.generate(() -> Tasklist.visitor(server.url()))
                .limit(ROUNDS + 2)
                .collect(Collectors.toCollection(ArrayDeque::new));
        Map<String, Supplier<Answer>> calls = new LinkedHashMap<>();
        calls.put("read", () -> admin.get("/api/tasks/" + id));
        calls.put("read with a token", () -> server.withToken(token).get("/api/tasks/" + id));
        calls.put("create", () -> admin.post("/api/tasks", "{\"lifecycle\":\"peer-review\"}"));
        calls.put(
                "dry run",
                () -> admin.post("/api/tasks/" + id + "/transitions?dryRun=true", "{\"trigger\":\"start\"}"));
        calls.put("metrics", () -> admin.get("/actuator/prometheus"));
        calls.put("engine query", () -> admin.get("/engine-rest/task"));
        calls.put("engine query with a token", () -> server.withToken(token).get("/engine-rest/task"));
        calls.put("tasklist", () -> tasklist.read("/task/count"));
        calls.put("api with a session", () -> tasklist.api("GET", "/api/tasks/" + id, null));
        calls.put("login page", () -> visitors.remove().logIn("admin"));
        return calls;
    }

    private static void isUnavailable(String call, Supplier<Answer> request) {
        long start = System.nanoTime();
        isUnavailable(call, request.get());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as(call).isLessThan(QUICKLY);
    }

    private static void isUnavailable(String call, Answer answer) {
        assertThat(answer.status()).as(call + ": " + answer.body()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).as(call).isEqualTo("5");
        assertThat(Problem.of(answer, 503).detail()).contains("database", "try again");
    }

    private static int health(ServerProcess server) {
        return server.anonymous().get("/actuator/health").status();
    }

    private static Caller worker(ServerProcess server) {
        return server.as("worker-1", "demo");
    }

    private ServerProcess start(String url) {
        Map<String, String> settings = new HashMap<>();
        settings.put("spring.datasource.url", url);
        settings.put("spring.datasource.username", "postgres");
        settings.put("spring.datasource.password", "postgres");
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.put("baton.policy.work-queue.claimTimeout", "PT20S");
        return ServerProcess.startAsInstalled(folder, settings);
    }
}
