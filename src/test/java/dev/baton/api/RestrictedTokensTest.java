package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Tokens that are restricted to reading or to some lifecycles. */
class RestrictedTokensTest {

    @OnBothDatabases
    void aReadOnlyTokenReads(Baton baton) {
        String id = baton.create("errand");
        JsonNode issued = issue(baton, "worker-1", ",\"readOnly\":true");
        assertThat(issued.get("readOnly").asBoolean()).isTrue();
        Caller reader = baton.withToken(issued.get("token").asText());
        for (String path : List.of(
                "/api/tasks?limit=1",
                "/api/tasks/" + id,
                "/api/tasks/" + id + "/transitions",
                "/api/tasks/" + id + "/history",
                "/api/lifecycles",
                "/api/lifecycles/errand",
                "/api/tokens",
                "/actuator/prometheus")) {
            reader.get(path).expect(200);
        }
        reader.send("HEAD", "/api/tasks/" + id, null, null).expect(200);
    }

    @OnBothDatabases
    void itChangesNothing(Baton baton) {
        String id = baton.create("errand");
        String other = issue(baton, "admin", "").get("id").asText();
        Caller reader = baton.withToken(
                issue(baton, "admin", ",\"readOnly\":true").get("token").asText());
        for (Answer answer : List.of(
                reader.post("/api/tasks", "{\"lifecycle\":\"errand\"}"),
                reader.post("/api/tasks?dryRun=true", "{\"lifecycle\":\"errand\"}"),
                reader.move(id, "take", ErrandDiagram.PLAN),
                reader.post("/api/tasks/" + id + "/transitions?dryRun=true", "{\"trigger\":\"take\"}"),
                reader.post("/api/claims", "{\"lifecycle\":\"work-queue\"}"),
                reader.delete("/api/tasks/" + id, "{\"reason\":\"x\"}"),
                reader.put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":[]}", "application/json"),
                reader.post("/api/tokens", "{\"user\":\"admin\",\"name\":\"x\"}"),
                reader.delete("/api/tokens/" + other, null),
                reader.with("X-HTTP-Method-Override", "GET").post("/api/tasks", "{\"lifecycle\":\"errand\"}"))) {
            assertThat(Problem.of(answer, 403).detail()).contains("read-only");
        }
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void restrictedTokensDoNotReachTheEngine(Baton baton) {
        for (String restriction : List.of(",\"readOnly\":true", ",\"lifecycles\":[\"errand\"]")) {
            Caller caller = baton.withToken(
                    issue(baton, "admin", restriction).get("token").asText());
            for (String path : List.of("/engine-rest/task", "/engine-rest/user", "/engine-rest/process-instance")) {
                assertThat(Problem.of(caller.get(path), 403).detail()).contains("restricted");
            }
        }
        Caller caller = baton.withToken(issue(baton, "admin", ",\"lifecycles\":[\"errand\"]")
                .get("token")
                .asText());
        Problem.of(caller.post("/engine-rest/process-definition/key/errand/start", "{}"), 403);
        Problem.of(caller.get("/actuator/prometheus"), 403);
    }

    @OnBothDatabases
    void aTokenForALifecycleWorksThere(Baton baton) {
        JsonNode issued = issue(baton, "worker-1", ",\"lifecycles\":[\"errand\",\"work-queue\",\"errand\"]");
        assertThat(issued.get("lifecycles").toString()).isEqualTo("[\"errand\",\"work-queue\"]");
        Caller worker = baton.withToken(issued.get("token").asText());
        String id = worker.post("/api/tasks", "{\"lifecycle\":\"errand\"}")
                .expect(201)
                .json()
                .get("id")
                .asText();
        worker.get("/api/tasks/" + id).expect(200);
        worker.move(id, "take", ErrandDiagram.PLAN).expect(200);
        worker.get("/api/tasks?lifecycle=errand&limit=1").expect(200);
        worker.get("/api/tasks/count?lifecycle=work-queue").expect(200);
        worker.get("/api/lifecycles/errand/mermaid").expect(200);
        assertThat(worker.post("/api/claims", "{\"lifecycle\":\"work-queue\"}").status())
                .isIn(200, 204);
        worker.get("/api/tasks/no-such-task").expect(404);
    }

    @OnBothDatabases
    void andNowhereElse(Baton baton) {
        String id = baton.create("work-queue");
        String other = issue(baton, "admin", "").get("id").asText();
        Caller admin = baton.withToken(issue(baton, "admin", ",\"lifecycles\":[\"errand\"]")
                .get("token")
                .asText());
        List<Answer> answers = new ArrayList<>(List.of(
                admin.post("/api/tasks", "{\"lifecycle\":\"work-queue\"}"),
                admin.post("/api/tasks?dryRun=true", "{\"lifecycle\":\"work-queue\"}"),
                admin.post("/api/claims", "{\"lifecycle\":\"work-queue\"}"),
                admin.move(id, "claim", "{}"),
                admin.post("/api/tasks/" + id + "/transitions?dryRun=true", "{\"trigger\":\"claim\"}"),
                admin.delete("/api/tasks/" + id, "{\"reason\":\"x\"}"),
                admin.put("/api/tasks/" + id + "/blockers", "{\"blockedBy\":[]}", "application/json"),
                admin.post("/api/tasks/cleanup", "{\"olderThan\":\"P3000D\"}"),
                admin.put("/api/lifecycles/work-queue", "<x/>", "application/xml"),
                admin.post("/api/lifecycles/work-queue/migrations", "{\"from\":1,\"to\":1}"),
                admin.post("/api/tokens", "{\"user\":\"admin\",\"name\":\"x\"}"),
                admin.delete("/api/tokens/" + other, null)));
        for (String path : List.of(
                "/api/tasks",
                "/api/tasks?lifecycle=work-queue",
                "/api/tasks?lifecycle=errand&lifecycle=work-queue",
                "/api/tasks/count",
                "/api/tasks/" + id,
                "/api/tasks/" + id + "/history",
                "/api/tasks/" + id + "/transitions",
                "/api/tasks/" + id + "/records/runs",
                "/api/lifecycles",
                "/api/lifecycles/work-queue",
                "/api/lifecycles/work-queue/bpmn",
                "/api/tokens")) {
            answers.add(admin.get(path));
        }
        for (Answer answer : answers) {
            assertThat(Problem.of(answer, 403).detail())
                    .contains("This API token is")
                    .contains("errand");
        }
        assertThat(baton.history(id)).hasSize(1);
    }

    /** New calls of the API are closed to such tokens until TokenLifecycles lists them. */
    @OnBothDatabases
    void everyCallOfTheApiIsAboutAKnownLifecycleOrRefused(Baton baton) {
        String id = baton.create("work-queue");
        Caller admin = baton.withToken(issue(baton, "admin", ",\"lifecycles\":[\"errand\"]")
                .get("token")
                .asText());
        Set<String> calls = new LinkedHashSet<>();
        for (RequestMappingInfo route : baton.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()) {
            for (String pattern : route.getPatternValues()) {
                for (RequestMethod method : route.getMethodsCondition().getMethods()) {
                    if (pattern.startsWith("/api/")) {
                        calls.add(method + " "
                                + pattern.replace("{id}", id)
                                        .replace("{key}", "work-queue")
                                        .replaceAll("\\{[^}]*}", "1"));
                    }
                }
            }
        }
        assertThat(calls).hasSizeGreaterThan(20);
        for (String call : calls) {
            HttpMethod method = HttpMethod.valueOf(call.split(" ")[0]);
            boolean reads = method.equals(HttpMethod.GET);
            boolean diagram = call.endsWith("/lifecycles/work-queue") || call.endsWith("/lifecycles/check");
            String type = diagram ? "application/xml" : "application/json";
            Answer answer = admin.send(
                    method.name(),
                    call.split(" ")[1],
                    reads ? null : type.endsWith("xml") ? "<x/>" : "{\"lifecycle\":\"work-queue\"}",
                    type);
            assertThat(answer.status()).as("%s: %s", call, answer.body()).isEqualTo(403);
        }
    }

    @OnBothDatabases
    void aLifecycleThatDoesNotExistIsRefused(Baton baton) {
        Problem refusal = Problem.of(
                baton.admin()
                        .post(
                                "/api/tokens",
                                "{\"user\":\"worker-1\",\"name\":\"x\",\"lifecycles\":[\"errand\",\"no-such\"]}"),
                422);
        assertThat(refusal.about("field")).containsExactly("lifecycles");
    }

    private static JsonNode issue(Baton baton, String user, String more) {
        return baton.admin()
                .post("/api/tokens", "{\"user\":\"%s\",\"name\":\"laptop\"%s}".formatted(user, more))
                .expect(201)
                .json();
    }
}
