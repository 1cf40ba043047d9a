package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Hostile input is refused or stored unchanged; it never causes a server error or reveals internals. */
class HostileInputTest {

    private static final String SQL = "x'); DELETE FROM task; --";
    private static final String JUEL = "${task.put('title','pwned')}";
    private static final String DEFERRED = "#{7*7}";
    private static final String MARKUP = "<script>alert(1)</script>\"'\\&";
    private static final List<String> TEXTS =
            List.of(SQL, JUEL, DEFERRED, MARKUP, "../../etc/passwd", "%s%n{0}", "Ω😀\u202E\u0007");

    private static final Pattern INSIDES = Pattern.compile(
            "\\bat [\\w.$]+\\(|\\b[a-z]+\\.[a-z]+\\.[\\w.]*[A-Z]\\w+|\\b\\w+Exception|\\b\\w+\\$\\w+|Jackson|JsonToken|ObjectNode|ArrayList|StreamRead|Coercion|SQL \\[");

    @OnBothDatabases
    void bodiesThatAreNoProperJsonAreMalformed(Baton baton) {
        String task = "/api/tasks/" + baton.create("errand");
        Counts before = Counts.of(baton);
        for (String body : List.of(
                "",
                " ",
                "{",
                "}",
                "[]",
                "null",
                "\"x\"",
                "1",
                "true",
                "{\"lifecycle\":\"errand\"} x",
                "{\"lifecycle\":\"errand\"}{}",
                "{\"lifecycle\":\"errand\",}",
                "{lifecycle:\"errand\"}",
                "{'lifecycle':'errand'}",
                "{\"lifecycle\":\"errand\" /* c */}",
                "{\"lifecycle\":\"errand\",\"trigger\":NaN}",
                "{\"a\":".repeat(100_000),
                "[".repeat(100_000))) {
            refused(baton.admin().post("/api/tasks", body), 400);
            refused(baton.admin().post(task + "/transitions", body), 400);
            refused(baton.admin().delete(task, body), 400);
            refused(baton.admin().post("/api/tokens", body), 400);
            refused(baton.admin().post("/api/tasks/cleanup", body), 400);
            refused(baton.admin().post("/api/lifecycles/errand/migrations", body), 400);
        }
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void fieldsOfTheWrongTypeUnknownOrTwiceAreMalformed(Baton baton) {
        String moves = "/api/tasks/" + baton.create("errand") + "/transitions";
        Counts before = Counts.of(baton);
        for (String field : List.of(
                "\"title\":5",
                "\"title\":true",
                "\"title\":[]",
                "\"title\":{}",
                "\"id\":7",
                "\"priority\":\"5\"",
                "\"priority\":1.5",
                "\"priority\":true",
                "\"priority\":99999999999",
                "\"priority\":1e400",
                "\"maxAttempts\":[]",
                "\"data\":[]",
                "\"data\":\"{}\"",
                "\"data\":1",
                "\"blockedBy\":\"a\"",
                "\"blockedBy\":[5]",
                "\"blockedBy\":[null]",
                "\"blockedBy\":[{}]",
                "\"unknown\":1",
                "\"state\":\"done\"",
                "\"createdBy\":\"admin\"",
                "\"lifecycle\":\"errand\"",
                "\"data\":{\"a\":1,\"a\":2}",
                "\"data\":{\"n\":1e400}",
                "\"data\":{\"n\":-1e999999999}",
                "\"data\":{\"n\":" + "9".repeat(2000) + "}",
                "\"data\":" + "{\"a\":".repeat(70) + "1" + "}".repeat(70))) {
            refused(baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\"," + field + "}"), 400);
        }
        for (String field : List.of(
                "\"payload\":[]",
                "\"payload\":\"x\"",
                "\"leaseEpoch\":\"1\"",
                "\"leaseEpoch\":1.5",
                "\"to\":5",
                "\"actor\":\"admin\"",
                "\"trigger\":\"drop\"",
                "\"payload\":{\"a\":1,\"a\":2}",
                "\"payload\":{\"n\":1e400}",
                "\"onBehalfOf\":{}",
                "\"eventId\":\"\"")) {
            refused(baton.as("human").post(moves, "{\"trigger\":\"drop\"," + field + "}"), 400);
        }
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void textThatIsNoTextIsMalformedWhereverItStands(Baton baton) {
        String task = "/api/tasks/" + baton.create("errand");
        Counts before = Counts.of(baton);
        for (String bad : List.of("\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\ude00\\ud83d")) {
            for (String field : List.of(
                    "\"id\":\"@\"",
                    "\"title\":\"@\"",
                    "\"blockedBy\":[\"@\"]",
                    "\"data\":{\"a\":\"@\"}",
                    "\"data\":{\"@\":1}",
                    "\"data\":{\"a\":[{\"b\":\"@\"}]}")) {
                refused(
                        baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\"," + field.replace("@", bad) + "}"),
                        400);
            }
            for (String body : List.of(
                    "{\"trigger\":\"@\"}",
                    "{\"to\":\"@\"}",
                    "{\"trigger\":\"drop\",\"payload\":{\"a\":\"@\"}}",
                    "{\"trigger\":\"drop\",\"onBehalfOf\":\"@\"}",
                    "{\"trigger\":\"drop\",\"eventId\":\"@\"}")) {
                refused(baton.as("human").post(task + "/transitions", body.replace("@", bad)), 400);
            }
            refused(baton.admin().delete(task, "{\"reason\":\"" + bad + "\"}"), 400);
            refused(baton.admin().post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"" + bad + "\"}"), 400);
            refused(baton.admin().post("/api/tokens", "{\"user\":\"" + bad + "\",\"name\":\"x\"}"), 400);
        }
        for (byte[] bytes :
                List.of(bytes(0xc3, 0x28), bytes(0xed, 0xa0, 0x80), bytes(0xff), bytes(0xf5, 0x80, 0x80, 0x80))) {
            byte[] body = ("{\"lifecycle\":\"errand\",\"title\":\"" + new String(bytes, StandardCharsets.ISO_8859_1)
                            + "\"}")
                    .getBytes(StandardCharsets.ISO_8859_1);
            refused(baton.admin().postStream("/api/tasks", body, "application/json"), 400);
        }
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void codeInTextIsKeptAsText(Baton baton) {
        for (String text : TEXTS) {
            ObjectNode wish =
                    Baton.JSON.createObjectNode().put("lifecycle", "errand").put("title", text);
            wish.putObject("data").put(text, text).putArray("list").add(text);
            JsonNode task = baton.admin()
                    .post("/api/tasks", wish.toString())
                    .expect(201)
                    .json();
            String id = task.get("id").asText();
            ObjectNode move = Baton.JSON
                    .createObjectNode()
                    .put("trigger", "take")
                    .put("onBehalfOf", text)
                    .put("eventId", text);
            ObjectNode payload = Json.object(ErrandDiagram.PLAN);
            payload.set(
                    "plan",
                    Json.read("{\"steps\":[" + Baton.JSON.getNodeFactory().textNode(text) + "]}"));
            move.set("payload", payload);
            baton.as("worker-1")
                    .post("/api/tasks/" + id + "/transitions", move.toString())
                    .expect(200);
            baton.admin()
                    .delete(
                            "/api/tasks/" + id,
                            Baton.JSON.createObjectNode().put("reason", text).toString())
                    .expect(204);

            JsonNode kept = baton.task(id);
            assertThat(kept.get("title").asText()).isEqualTo(text);
            assertThat(kept.get("data").get(text).asText()).isEqualTo(text);
            assertThat(kept.get("data").get("list").get(0).asText()).isEqualTo(text);
            assertThat(kept.get("data").get("plan").get("steps").get(0).asText())
                    .isEqualTo(text);
            List<JsonNode> history = baton.history(id);
            assertThat(history.get(1).get("payload")).isEqualTo(payload);
            assertThat(history.get(1).get("onBehalfOf").asText()).isEqualTo(text);
            assertThat(history.get(1).get("eventId").asText()).isEqualTo(text);
            assertThat(history.get(2).get("payload").get("reason").asText()).isEqualTo(text);
        }
    }

    @OnBothDatabases
    void codeInNamesIsRefusedAndQuoted(Baton baton) {
        String task = "/api/tasks/" + baton.create("errand");
        Counts before = Counts.of(baton);
        for (String text : TEXTS) {
            String quoted = Baton.JSON.getNodeFactory().textNode(text).toString();
            refused(baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\",\"id\":" + quoted + "}"), 400);
            refused(baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\",\"blockedBy\":[" + quoted + "]}"), 400);
            assertThat(refused(baton.admin().post("/api/tasks", "{\"lifecycle\":" + quoted + "}"), 422))
                    .contains(text);
            assertThat(refused(baton.admin().post(task + "/transitions", "{\"trigger\":" + quoted + "}"), 409))
                    .contains(text);
            assertThat(refused(baton.admin().post(task + "/transitions", "{\"to\":" + quoted + "}"), 409))
                    .contains(text);
            assertThat(refused(baton.admin().post("/api/tokens", "{\"user\":" + quoted + ",\"name\":\"x\"}"), 422))
                    .contains(text);
        }
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void aTokensNameAndAKeyOfARequestAreJustText(Baton baton) {
        for (String text : List.of(SQL, JUEL, DEFERRED, MARKUP)) {
            String quoted = Baton.JSON.getNodeFactory().textNode(text).toString();
            JsonNode token = baton.admin()
                    .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":" + quoted + "}")
                    .expect(201)
                    .json();
            assertThat(token.get("name").asText()).isEqualTo(text);
            String body = "{\"lifecycle\":\"errand\",\"id\":\"" + Baton.newId() + "\"}";
            Caller caller =
                    baton.withToken(token.get("token").asText()).with("X-Idempotency-Key", text + Baton.newId());
            assertThat(caller.post("/api/tasks", body).expect(201).body())
                    .isEqualTo(caller.post("/api/tasks", body).expect(201).body());
        }
        refused(
                baton.admin()
                        .with("X-Idempotency-Key", "k".repeat(256))
                        .post("/api/tasks", "{\"lifecycle\":\"errand\"}"),
                400);
        refused(baton.admin().with("X-Idempotency-Key", "").post("/api/tasks", "{\"lifecycle\":\"errand\"}"), 400);
    }

    @OnBothDatabases
    void queriesTakeAnyTextAndFindNothing(Baton baton) {
        Counts before = Counts.of(baton);
        for (String text : TEXTS) {
            for (String name : List.of("assignee", "waitingFor", "createdBy", "blockedBy", "q")) {
                Answer answer = baton.admin().get("/api/tasks?" + name + "=" + encode(text));
                if (text.chars().anyMatch(Character::isISOControl)) {
                    refused(answer, 400);
                } else {
                    assertThat(answer.expect(200).json().get("tasks")).isEmpty();
                }
            }
            for (String name : List.of("limit", "after", "active", "lifecycle", "state", "flag", "sort", "view")) {
                refused(baton.admin().get("/api/tasks?" + name + "=" + encode(text)), 400);
            }
        }
        for (String name : List.of("lifecycle", "state", "assignee")) {
            refused(baton.admin().get("/api/tasks?" + name + "=a%00b"), 400);
        }
        refused(baton.admin().get("/api/tasks/count?lifecycle=%00"), 400);
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void aParameterOfTheWrongTypeIsNamedWithWhatItHasToBe(Baton baton) {
        for (String query : List.of("version=x", "version=x&version=y", "version=99999999999999")) {
            Problem problem = Problem.of(baton.admin().get("/api/lifecycles/errand?" + query), 400);
            assertThat(problem.about("field")).containsExactly("version");
            assertThat(problem.detail()).startsWith("version: it has to be a whole number");
        }
        assertThat(Problem.of(baton.admin().post("/api/tasks?dryRun=a&dryRun=b", "{\"lifecycle\":\"errand\"}"), 400)
                        .detail())
                .isEqualTo("dryRun: it has to be true or false");
        assertThat(Problem.of(baton.admin().get("/api/tasks/nope/snapshots/first"), 400)
                        .about("field"))
                .containsExactly("number");
    }

    @OnBothDatabases
    void anErrorHasABodyWhateverTheCallerAccepts(Baton baton) {
        for (String type : List.of("application/xml", "text/html", "nonsense", "")) {
            Problem.of(baton.admin().with("Accept", type).get("/api/tasks/nope"), 404);
        }
        Problem.of(baton.admin().with("Accept", "nonsense").get("/api/tasks"), 406);
    }

    @OnBothDatabases
    void addressesTakeAnyTextAndFindNothing(Baton baton) {
        Counts before = Counts.of(baton);
        for (String text :
                List.of(SQL, JUEL, DEFERRED, MARKUP, "Ω", "a\u0000b", "x".repeat(3000), "a/b", "..", "a;b")) {
            String id = encode(text);
            for (Answer answer : List.of(
                    baton.admin().get("/api/tasks/" + id),
                    baton.admin().get("/api/tasks/" + id + "/history"),
                    baton.admin().get("/api/tasks/" + id + "/transitions"),
                    baton.admin().move(id, "take", "{}"),
                    baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"x\"}"),
                    baton.admin().get("/api/lifecycles/" + id),
                    baton.admin().get("/api/lifecycles/" + id + "/bpmn"),
                    baton.admin().get("/api/lifecycles/" + id + "/mermaid"),
                    baton.admin().put("/api/lifecycles/" + id, ErrandDiagram.diagram("errand"), "application/xml"),
                    baton.admin().put("/api/lifecycles/" + id, "<a/>", "application/xml"),
                    baton.admin().post("/api/lifecycles/" + id + "/migrations", "{\"from\":1,\"to\":1}"),
                    baton.admin().delete("/api/tokens/" + id, null))) {
                assertThat(answer.status()).as(answer.body()).isIn(400, 404, 405, 422);
                assertThat(answer.body()).doesNotContainPattern(INSIDES);
            }
        }
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void camundasRestTakesNoBadTextEither(Baton baton) {
        Counts before = Counts.of(baton);
        String start = "/engine-rest/process-definition/key/errand/start";
        for (String body : List.of(
                "{",
                "[]",
                "null",
                "\"x\"",
                "1",
                "{\"businessKey\":\"a\\u0000b\"}",
                "{\"businessKey\":\"\\ud800\"}",
                "{\"businessKey\":\"" + "k".repeat(300) + "\"}",
                "{\"businessKey\":\"${1}\"}",
                variable("title", "\"a\\u0000b\""),
                variable("title", "\"\\ud800\""),
                variable("title", "\"" + "x".repeat(501) + "\""),
                variable("a\\u0000", "\"x\""),
                variable("a", "\"\\u0000\""),
                variable("a", "\"\\udc00\""),
                variable("data", "\"{\""),
                variable("data", "\"[]\""),
                variable("data", "\"{\\\"a\\\":\\\"\\\\u0000\\\"}\""),
                variable("data", "\"{\\\"a\\\":1e400}\""),
                variable("data", "\"{\\\"a\\\":1,\\\"a\\\":2}\""),
                variable("data", "\"" + "[".repeat(5000) + "\""),
                variable("priority", "\"soon\""),
                variable("priority", "99999999999"),
                variable("maxAttempts", "0"),
                variable("maxAttempts", "\"many\""),
                "{\"variables\":{\"a\":{\"value\":\"x\",\"type\":\"Nope\"}}}",
                "{\"variables\":{\"a\":{\"value\":\"x\",\"type\":\"Integer\"}}}",
                "{\"variables\":{\"a\":{\"value\":\"AAAA\",\"type\":\"Bytes\"}}}",
                "{\"variables\":{\"a\":{\"value\":\"x\",\"type\":\"Xml\"}}}",
                "{\"variables\":{\"a\":{\"value\":\"rO0AB\",\"type\":\"Object\",\"valueInfo\":{\"objectTypeName\":\"java.lang.Object\",\"serializationDataFormat\":\"application/x-java-serialized-object\"}}}}",
                "{\"variables\":{\"a\":{\"value\":\"{}\",\"type\":\"Object\",\"valueInfo\":{\"objectTypeName\":\"java.util.HashMap\",\"serializationDataFormat\":\"application/json\"}}}}",
                "{\"startInstructions\":[{\"type\":\"startBeforeActivity\",\"activityId\":\"done\"}],\"skipCustomListeners\":true}")) {
            Answer answer = baton.as("worker-1").post(start, body).expect(400);
            assertThat(answer.body()).doesNotContain("\tat ", "org.camunda", "dev.baton", "SQL [");
        }
        assertThat(Counts.of(baton)).isEqualTo(before);
    }

    @OnBothDatabases
    void codeInVariablesIsKeptAsText(Baton baton) {
        for (String text : TEXTS) {
            String quoted = Baton.JSON.getNodeFactory().textNode(text).toString();
            String id = Baton.newId();
            baton.as("worker-1")
                    .post(
                            "/engine-rest/process-definition/key/errand/start",
                            "{\"businessKey\":\"" + id + "\",\"variables\":{\"title\":{\"value\":" + quoted + "},"
                                    + quoted + ":{\"value\":" + quoted + "}}}")
                    .expect(200);
            assertThat(baton.task(id).get("title").asText()).isEqualTo(text);
            assertThat(baton.task(id).get("data").get(text).asText()).isEqualTo(text);
        }
    }

    @OnBothDatabases
    void mistakesAtCamundasOtherPathsAreTheCallersToo(Baton baton) {
        for (String path : List.of(
                "/migration/execute",
                "/migration/generate",
                "/modification/execute",
                "/message",
                "/condition",
                "/signal",
                "/process-instance/suspended",
                "/job/retries",
                "/external-task/fetchAndLock",
                "/task",
                "/process-instance",
                "/group/create",
                "/user/create",
                "/authorization/create")) {
            for (String body : List.of("null", "{}", "[]", "{", "{\"a\\u0000\":\"\\u0000\"}")) {
                Answer answer = baton.admin().post("/engine-rest" + path, body);
                assertThat(answer.status())
                        .as(path + " " + body + " " + answer.body())
                        .isLessThan(500);
                assertThat(answer.body()).doesNotContain("\tat ", "Cannot invoke", "SQL [");
            }
        }
        for (String query : List.of(
                "/task?name=%00",
                "/process-instance?businessKey=%00",
                "/user?id=%00",
                "/task?sortBy=x",
                "/task?maxResults=-1",
                "/metrics",
                "/task?maxResults=99999999999")) {
            assertThat(baton.admin().get("/engine-rest" + query).status())
                    .as(query)
                    .isLessThan(500);
        }
    }

    private record Counts(List<Long> rows) {

        static Counts of(Baton baton) {
            return new Counts(List.of(
                            "task",
                            "task_transition",
                            "api_token",
                            "idempotency_key",
                            "ACT_RU_EXECUTION",
                            "ACT_RE_PROCDEF",
                            "ACT_RU_JOB",
                            "ACT_RU_VARIABLE")
                    .stream()
                    .map(table -> baton.sql()
                            .sql("SELECT count(*) FROM " + table)
                            .query(Long.class)
                            .single())
                    .toList());
        }
    }

    private static String refused(Answer answer, int status) {
        String detail = Problem.of(answer, status).detail();
        String quotedParts = detail.replaceAll("'[^']*'", "");
        assertThat(status == 400 ? quotedParts : "").doesNotContainPattern(INSIDES);
        return detail;
    }

    private static String variable(String name, String value) {
        return "{\"variables\":{\"" + name + "\":{\"value\":" + value + "}}}";
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
