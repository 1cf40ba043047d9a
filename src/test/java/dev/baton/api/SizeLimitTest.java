package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.DatabaseIndependent;
import dev.baton.testing.ErrandDiagram;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;

@DatabaseIndependent
class SizeLimitTest {

    private static final String HUGE = "x".repeat(1_100_000);

    @OnBothDatabases
    void aBodyBelowTheLimitIsKeptWhole(Baton baton) {
        String text = "x".repeat(900_000);
        String id = baton.create("errand", "{\"text\":\"" + text + "\"}");
        assertThat(baton.task(id).get("data").get("text").asText()).isEqualTo(text);
    }

    @OnBothDatabases
    void aBodyThatAnnouncesTooMuchIsTooLarge(Baton baton) {
        String id = baton.create("errand");
        for (Answer answer : List.of(
                baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\",\"title\":\"" + HUGE + "\"}"),
                baton.as("worker-1").move(id, "take", "{\"plan\":\"" + HUGE + "\"}"),
                baton.admin().delete("/api/tasks/" + id, "{\"reason\":\"" + HUGE + "\"}"),
                baton.admin()
                        .put(
                                "/api/lifecycles/errand",
                                ErrandDiagram.diagram("errand") + "<!--" + HUGE + "-->",
                                "application/xml"),
                baton.admin()
                        .post(
                                "/engine-rest/process-definition/key/errand/start",
                                "{\"variables\":{\"a\":{\"value\":\"" + HUGE + "\"}}}"))) {
            Problem.of(answer, 413);
        }
        assertThat(baton.history(id)).hasSize(1);
    }

    @OnBothDatabases
    void aBodyThatGrowsTooLargeOnItsWayIsTooLargeToo(Baton baton) {
        long before = tasks(baton);
        for (String path : List.of(
                "/api/tasks",
                "/api/tokens",
                "/engine-rest/process-definition/key/errand/start",
                "/engine-rest/message",
                "/engine-rest/task/0a1b2c3d-0000-4000-8000-00000000cafe/complete")) {
            String body = "{\"lifecycle\":\"errand\",\"businessKey\":\"" + HUGE + "\"}";
            Problem.of(baton.admin().postStream(path, body.getBytes(StandardCharsets.UTF_8), "application/json"), 413);
        }
        byte[] file = ("--x\r\nContent-Disposition: form-data; name=\"a.bpmn\"; filename=\"a.bpmn\"\r\n\r\n" + HUGE
                        + "\r\n--x--\r\n")
                .getBytes(StandardCharsets.UTF_8);
        Problem.of(
                baton.admin().postStream("/engine-rest/deployment/create", file, "multipart/form-data; boundary=x"),
                413);
        assertThat(tasks(baton)).isEqualTo(before);
    }

    private static long tasks(Baton baton) {
        return baton.sql().sql("SELECT count(*) FROM task").query(Long.class).single();
    }
}
