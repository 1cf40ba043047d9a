package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.CapturedLog;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.Deployment;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Tasklist;
import java.util.List;
import java.util.function.Supplier;

/** A refused request is logged in one line. IncidentsTest has the log of server errors. */
@DatabaseIndependent
class RefusedRequestsLogTest {

    private static final String NO_ID = "0a1b2c3d-0000-4000-8000-00000000cafe";

    @OnBothDatabases
    void aRefusedRequestThroughTheEnginesRestIsOneLine(Baton baton) {
        String id = baton.create("errand");
        String wait = baton.sql()
                .sql("SELECT wait_id FROM task WHERE id=?")
                .param(id)
                .query(String.class)
                .single();
        String signal = "/engine-rest/execution/" + wait + "/signal";
        String start = "/engine-rest/process-definition/key/errand/start";
        var intern = baton.as("intern");
        var admin = baton.admin();
        List<Supplier<Answer>> refused = List.of(
                () -> intern.get("/engine-rest/batch"),
                () -> intern.delete("/engine-rest/user/admin", null),
                () -> intern.post("/engine-rest/task", "{\"orQueries\":[{\"assigneeExpression\":\"${1}\"}]}"),
                () -> intern.post("/engine-rest/execution/" + NO_ID + "/signal", "{}"),
                () -> intern.post("/engine-rest/task/" + NO_ID + "/complete", "{}"),
                () -> intern.post("/engine-rest/task/" + NO_ID + "/claim", "{\"userId\":\"intern\"}"),
                () -> intern.get("/engine-rest/task/" + NO_ID),
                () -> intern.get("/engine-rest/task?sortBy=x"),
                () -> intern.post("/engine-rest/message", "{"),
                () -> intern.post("/engine-rest/message", "{\"messageName\":\"no\\r\\nsuch\",\"businessKey\":\"x\"}"),
                () -> intern.post(signal, "{\"variables\":{\"trigger\":{\"value\":\"take\"}}}"),
                () -> intern.post(signal, "{\"variables\":{\"trigger\":{\"value\":\"no-such\"}}}"),
                () -> intern.post(start, "{\"variables\":{\"priority\":{\"value\":\"soon\"}}}"),
                () -> intern.post(start, "{\"variables\":{\"a\":{\"value\":\"x\",\"type\":\"Nope\"}}}"),
                () -> intern.post(start, "{\"businessKey\":\"" + "k".repeat(300) + "\"}"),
                () -> admin.delete("/engine-rest/process-instance/" + NO_ID, null),
                () -> admin.put("/engine-rest/job/" + NO_ID + "/retries", "{\"retries\":1}", "application/json"),
                () -> admin.post("/engine-rest/user/create", "{}"),
                () -> new Deployment().file("a.bpmn", "<a/>").by(admin),
                () -> new Deployment()
                        .file(
                                "a.bpmn",
                                ErrandDiagram.diagram("a").replace("${task.put('packed', true)}", "${task.put("))
                        .by(admin));
        for (Supplier<Answer> request : refused) {
            oneLine(request);
        }
    }

    @OnBothDatabases
    void soIsOneThroughTheWebApplications(Baton baton) {
        Tasklist intern = Tasklist.of(baton, "intern");
        oneLine(() -> intern.post("/task/create", "{}"));
        oneLine(() -> intern.read("/task/" + NO_ID + "/form"));
        oneLine(() -> intern.read("/task/" + NO_ID + "/deployed-form"));
        oneLine(() -> intern.post("/task/" + NO_ID + "/complete", "{}"));
        oneLine(() -> intern.api("GET", "/camunda/api/admin/plugin/adminPlugins/default/metrics/aggregated", null));
    }

    private static void oneLine(Supplier<Answer> request) {
        try (CapturedLog log = new CapturedLog()) {
            Answer answer = request.get();
            String what = answer.response().request().method() + " "
                    + answer.response().uri() + " " + answer.body();
            assertThat(answer.status()).as(what).isBetween(400, 499);
            assertThat(log.lines()).as(what).hasSize(1);
            assertThat(log.lines().get(0))
                    .as(what)
                    .matches("(INFO|WARN) .*Refused.*")
                    .doesNotContain("server failed");
        }
    }
}
