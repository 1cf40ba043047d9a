package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that send slowly do not block other requests. */
@Timeout(120)
class SlowBodiesTest {

    private static final int MANY = 300;
    private static final String WORKER =
            "Basic " + Base64.getEncoder().encodeToString("worker-1:demo".getBytes(StandardCharsets.UTF_8));

    private static final String ADMIN =
            "Basic " + Base64.getEncoder().encodeToString("admin:demo".getBytes(StandardCharsets.UTF_8));

    private static Baton baton;

    @BeforeAll
    static void start() {
        baton = Baton.start(Database.H2.prepared(), Map.of("baton.limits.request-time", "PT3S"));
    }

    @AfterAll
    static void stop() {
        baton.close();
    }

    @Test
    void manySlowBodiesLeaveTheServerAnswering() throws IOException {
        String id = baton.create("errand");
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                slow.add(open(
                        i % 3 == 0 ? "/api/tasks" : "/engine-rest/task",
                        "application/json",
                        i % 2 == 0 ? WORKER : null,
                        1000));
            }
            for (int round = 0; round < 5; round++) {
                trickle(slow);
                long before = System.nanoTime();
                baton.anonymous().get("/actuator/health").expect(200);
                baton.as("worker-1").get("/api/tasks/" + id + "/transitions").expect(200);
                baton.as("human")
                        .post("/api/tasks", "{\"lifecycle\":\"errand\",\"title\":\"in between\"}")
                        .expect(201);
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/tasks, application/json",
        "/api/tasks, application/x-www-form-urlencoded",
        "/engine-rest/message, application/json",
        "/engine-rest/deployment/create, multipart/form-data; boundary=x",
    })
    void aBodyThatTakesTooLongIsRefused(String path, String type) throws Exception {
        try (Socket socket = open(path, type, ADMIN, 1000)) {
            socket.setSoTimeout(20_000);
            String answer = "";
            for (int i = 0; i < 40 && answer.isEmpty(); i++) {
                socket.getOutputStream().write(' ');
                if (socket.getInputStream().available() > 0) {
                    answer = new String(
                            socket.getInputStream()
                                    .readNBytes(socket.getInputStream().available()),
                            StandardCharsets.UTF_8);
                } else {
                    pause();
                }
            }
            assertThat(answer)
                    .startsWith("HTTP/1.1 4")
                    .satisfiesAnyOf(
                            a -> assertThat(a).contains("baton.limits.request-time"),
                            a -> assertThat(a).contains(" 415 "));
        }
    }

    /** The clock of the request is the machine's, so the test has to wait for it. */
    private static void pause() throws InterruptedException {
        Object nobody = new Object();
        synchronized (nobody) {
            nobody.wait(250);
        }
    }

    private static Socket open(String path, String type, String authorization, int length) throws IOException {
        URI server = URI.create(baton.url());
        Socket socket = new Socket(server.getHost(), server.getPort());
        String head = "POST " + path + " HTTP/1.1\r\nHost: " + server.getAuthority()
                + (authorization == null ? "" : "\r\nAuthorization: " + authorization)
                + "\r\nContent-Type: " + type + "\r\nContent-Length: " + length + "\r\n\r\n{";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static void trickle(List<Socket> slow) {
        for (Socket socket : slow) {
            try {
                socket.getOutputStream().write(' ');
            } catch (IOException e) {
                // the server has closed it
            }
        }
    }
}
