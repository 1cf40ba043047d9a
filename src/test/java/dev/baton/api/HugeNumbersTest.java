package dev.baton.api;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tasklist;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Numbers that would take minutes or all memory to calculate with are refused wherever JSON is read. */
@DatabaseIndependent
class HugeNumbersTest {

    private static final Duration QUICKLY = Duration.ofSeconds(5);

    private static final List<String> NUMBERS = List.of(
            "1e-90000000",
            "1e90000000",
            "-1e-999999999",
            "0e-99999999",
            "0e99999999",
            "0.0E-2147483648",
            "1e-2147483649",
            "1e99999999999999999999",
            "1e401",
            "1e-401",
            "9".repeat(101),
            "1." + "0".repeat(300) + "1",
            "1" + "0".repeat(5000),
            "9".repeat(900_000));

    @OnBothDatabases
    void theApiRefusesThem(Baton baton) {
        String errand = baton.create("errand");
        String pipeline = baton.create("pipeline");
        Caller admin = baton.admin();
        for (String number : NUMBERS) {
            for (Supplier<Answer> request : List.<Supplier<Answer>>of(
                    () -> admin.post(
                            "/api/tasks",
                            "{\"lifecycle\":\"pipeline\",\"data\":{\"budgetUsd\":@}}".replace("@", number)),
                    () -> admin.post(
                            "/api/tasks",
                            "{\"lifecycle\":\"errand\",\"data\":{\"a\":[{\"b\":@}]}}".replace("@", number)),
                    () -> admin.post("/api/tasks", "{\"lifecycle\":\"errand\",\"priority\":@}".replace("@", number)),
                    () -> admin.move(errand, "take", "{\"plan\":{\"steps\":[@]}}".replace("@", number)),
                    () -> admin.move(
                            pipeline, "classified", "{\"intent\":\"x\",\"confidence\":@}".replace("@", number)),
                    () -> admin.post(
                            "/api/tasks/" + pipeline + "/runs",
                            "{\"costUsd\":@,\"outcome\":\"ok\"}".replace("@", number)),
                    () -> admin.post("/api/tasks/" + pipeline + "/resume", "{\"budgetUsd\":@}".replace("@", number)),
                    () -> admin.post("/api/tasks/" + errand + "/heartbeat", "{\"leaseEpoch\":@}".replace("@", number)),
                    () -> admin.post("/api/claims", "{\"lifecycle\":\"work-queue\",\"wait\":@}".replace("@", number)),
                    () -> admin.post(
                            "/api/lifecycles/errand/migrations", "{\"from\":@,\"to\":1}".replace("@", number)))) {
                assertThat(quickly(number, request, 400).body()).containsPattern("at most 100 digits|too large");
            }
            if (number.length() < 100) {
                quickly(number, () -> admin.get("/api/tasks?limit=" + number), 400);
                quickly(number, () -> admin.get("/api/tasks?after=" + number), 400);
            }
        }
        assertThat(baton.history(errand)).hasSize(1);
    }

    @OnBothDatabases
    void camundasRestRefusesThem(Baton baton) {
        String errand = baton.create("errand");
        Caller worker = baton.as("worker-1");
        Tasklist tasklist = Tasklist.of(baton, "worker-1");
        String start = "/process-definition/key/errand/start";
        List<Function<String, Answer>> calls = new ArrayList<>(List.of(
                body -> worker.post("/engine-rest" + start, body),
                body -> worker.post("/engine-rest/message", body),
                body -> worker.send("POST", "/engine-rest" + start, body, "application/json; charset=utf-8"),
                body -> worker.send("POST", "/engine-rest" + start, body, "Application/JSON"),
                body -> tasklist.post(start, body)));
        for (String number : NUMBERS) {
            for (String value : List.of(
                    "{\"value\":@}",
                    "{\"value\":@,\"type\":\"Double\"}",
                    "{\"value\":@,\"type\":\"Long\"}",
                    "{\"value\":@,\"type\":\"Integer\"}")) {
                String body = "{\"messageName\":\"x\",\"variables\":{\"a\":" + value.replace("@", number) + "}}";
                for (Function<String, Answer> call : calls) {
                    assertThat(quickly(number, () -> call.apply(body), 400).body())
                            .containsPattern("at most 100 digits|too large");
                }
            }
            if (number.length() > 10_000) {
                continue; // as text it is longer than a variable can be
            }
            for (String variable :
                    List.of("\"data\":{\"value\":\"{\\\"a\\\":@}\"}", "\"blockedBy\":{\"value\":\"[@]\"}")) {
                String body = "{\"variables\":{" + variable.replace("@", number) + "}}";
                assertThat(quickly(number, () -> worker.post("/engine-rest" + start, body), 400)
                                .body())
                        .containsPattern("at most 100 digits|too large");
                assertThat(quickly(number, () -> tasklist.post(start, body), 400)
                                .body())
                        .containsPattern("at most 100 digits|too large");
            }
            for (String type : List.of("Double", "Long", "Integer", "Json", "Object")) {
                String body = "{\"variables\":{\"a\":{\"value\":\"%s\",\"type\":\"%s\"}}}".formatted(number, type);
                int status = quickly(number, () -> worker.post("/engine-rest" + start, body))
                        .status();
                // a double that has no such digits is a number like any other
                assertThat(status).isIn(type.equals("Double") ? List.of(200, 400) : List.of(400));
            }
            String signal = "/engine-rest/execution/" + waitId(baton, errand) + "/signal";
            for (String variable : List.of(
                    "\"payload\":{\"value\":\"{\\\"plan\\\":{\\\"steps\\\":[@]}}\"}",
                    "\"plan\":{\"value\":\"{\\\"steps\\\":[@]}\"}")) {
                String body =
                        "{\"variables\":{\"trigger\":{\"value\":\"take\"}," + variable.replace("@", number) + "}}";
                assertThat(quickly(number, () -> worker.post(signal, body), 400).body())
                        .containsPattern("at most 100 digits|too large");
            }
            if (number.length() < 1000) {
                for (String query : List.of(
                        "/task?maxResults=",
                        "/task?firstResult=",
                        "/process-instance?variables=a_eq_",
                        "/task?priority=")) {
                    assertThat(quickly(number, () -> worker.get("/engine-rest" + query + number))
                                    .status())
                            .isLessThan(500);
                }
            }
        }
        assertThat(baton.history(errand)).hasSize(1);
    }

    @OnBothDatabases
    void schemasHoldNoneEither(Baton baton) {
        Drawing drawing = Drawing.good()
                .draw(
                        "open__finish",
                        arrow("open__finish", "finish", "open_out", "done", properties("requires", "poem")));
        for (String number : List.of("1e-90000000", "1e90000000", "1e-401", "9".repeat(2000))) {
            for (String keyword : List.of("multipleOf", "minimum", "maximum", "const", "maxLength", "default")) {
                Answer answer = quickly(
                        number,
                        () -> new Deployment()
                                .file(drawing.key() + ".bpmn", drawing.xml())
                                .file("artifacts/poem.schema.json", "{\"" + keyword + "\":" + number + "}")
                                .by(baton.admin()),
                        400);
                assertThat(answer.body()).containsPattern("at most 100 digits|too large");
            }
        }
    }

    @OnBothDatabases
    void whatIsWithinTheLimitsIsKeptAndAddedUp(Baton baton) {
        String id = baton.create("errand", "{\"small\":1e-400,\"large\":1e308,\"long\":" + "9".repeat(100) + "}");
        assertThat(baton.task(id).get("data").get("long").decimalValue().toPlainString())
                .isEqualTo("9".repeat(100));
        String governed = baton.create("governed");
        String runs = "/api/tasks/" + governed + "/runs";
        for (String cost : List.of("1e-400", "1e-400", "0.5")) {
            Answer answer = quickly(
                    cost,
                    () -> baton.admin()
                            .post(runs, "{\"costUsd\":" + cost + ",\"tokens\":1,\"tool\":\"x\",\"outcome\":\"ok\"}"));
            assertThat(answer.status()).isLessThan(500);
        }
        baton.task(governed);
    }

    private static String waitId(Baton baton, String id) {
        return baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
    }

    private static Answer quickly(String number, Supplier<Answer> request, int status) {
        return quickly(number, request).expect(status);
    }

    private static Answer quickly(String number, Supplier<Answer> request) {
        long start = System.nanoTime();
        Answer answer = request.get();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("time for %.60s", number)
                .isLessThan(QUICKLY);
        return answer;
    }
}
