package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller.Answer;
import dev.baton.testing.Json;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.Problem;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

class CreatingTasksTest {

    @OnBothDatabases
    void theAnswerIsTheTaskAndWhereItIs(Baton baton) {
        String id = Baton.newId();
        Answer answer =
                baton.as("worker-1").post("/api/tasks", """
                {"lifecycle":"errand","id":"%s","title":"Fetch the letters","priority":5,"maxAttempts":2,"data":{"from":"hall"}}""".formatted(id)).expect(201);
        assertThat(answer.header("Location")).isEqualTo("/api/tasks/" + id);
        JsonNode task = answer.json();
        assertThat(task)
                .isEqualTo(baton.as("worker-2")
                        .get(answer.header("Location"))
                        .expect(200)
                        .json());
        assertThat(task.get("id").asText()).isEqualTo(id);
        assertThat(task.get("lifecycle").asText()).isEqualTo("errand");
        assertThat(task.get("version").asInt()).isPositive();
        assertThat(task.get("state").asText()).isEqualTo("open");
        assertThat(task.get("terminal").asBoolean()).isFalse();
        assertThat(task.get("title").asText()).isEqualTo("Fetch the letters");
        assertThat(task.get("priority").asInt()).isEqualTo(5);
        assertThat(task.get("assignee").isNull()).isTrue();
        assertThat(task.get("attempts").asInt()).isZero();
        assertThat(task.get("maxAttempts").asInt()).isEqualTo(2);
        assertThat(task.get("lease").isNull()).isTrue();
        assertThat(task.get("blockedBy")).isEmpty();
        assertThat(task.get("flags")).isEmpty();
        assertThat(task.get("data").get("from").asText()).isEqualTo("hall");
        assertThat(Json.texts(task.get("allowedTransitions")))
                .containsExactlyInAnyOrder("working", "expired", "cancelled");
        for (String time : new String[] {"createdAt", "updatedAt", "stateEnteredAt"}) {
            assertThat(Instant.parse(task.get(time).asText())).isBeforeOrEqualTo(Instant.now());
        }
    }

    /** New rows are then next to each other in every index. */
    @OnBothDatabases
    void generatedIdsBeginWithTheTime(Baton baton) {
        List<String> ids = Stream.generate(() -> baton.admin()
                        .post("/api/tasks", "{\"lifecycle\":\"errand\"}")
                        .expect(201)
                        .json()
                        .get("id")
                        .asText())
                .limit(5)
                .toList();
        assertThat(ids).isSorted().allMatch(id -> UUID.fromString(id).version() == 7);
    }

    @OnBothDatabases
    void aTakenIdIsRefusedAlsoOnTrialAndUnderAKey(Baton baton) {
        String body = "{\"lifecycle\":\"errand\",\"id\":\"%s\"}".formatted(baton.create("errand"));
        for (Answer answer : List.of(
                baton.admin().post("/api/tasks", body),
                baton.admin().post("/api/tasks?dryRun=true", body),
                baton.admin().with("X-Idempotency-Key", Baton.newId()).post("/api/tasks", body))) {
            assertThat(Problem.of(answer, 409).about("field")).containsExactly("id");
        }
    }

    @OnBothDatabases
    void whatIsNotGivenHasADefault(Baton baton) {
        JsonNode task = baton.admin()
                .post("/api/tasks", "{\"lifecycle\":\"errand\"}")
                .expect(201)
                .json();
        assertThat(task.get("id").asText()).isNotBlank();
        assertThat(task.get("title").asText()).isEqualTo(task.get("id").asText());
        assertThat(task.get("priority").asInt()).isEqualTo(100);
    }

    @OnBothDatabases
    void aTakenIdIsAConflictAndTheFirstTaskStays(Baton baton) {
        String id = baton.create("errand", "{\"n\":1}");
        Answer second =
                baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\",\"id\":\"" + id + "\",\"data\":{\"n\":2}}");
        assertThat(Problem.of(second, 409).about("field")).containsExactly("id");
        assertThat(baton.task(id).get("data").get("n").asInt()).isEqualTo(1);
        assertThat(baton.history(id)).hasSize(1);
        assertThat(baton.engine()
                        .getRuntimeService()
                        .createProcessInstanceQuery()
                        .processInstanceBusinessKey(id)
                        .count())
                .isEqualTo(1);
    }

    @OnBothDatabases
    void anUnknownLifecycleCannotBeFollowed(Baton baton) {
        Answer answer = baton.admin().post("/api/tasks", "{\"lifecycle\":\"no-such\"}");
        Problem problem = Problem.of(answer, 422);
        assertThat(problem.about("field")).containsExactly("lifecycle");
        assertThat(problem.detail()).contains("no-such").contains("/api/lifecycles");
    }

    @OnBothDatabases
    void everyWrongFieldIsNamedAtOnce(Baton baton) {
        Answer answer = baton.admin()
                .post(
                        "/api/tasks",
                        "{\"lifecycle\":\" \",\"id\":\"a b\",\"title\":\"%s\",\"maxAttempts\":0}"
                                .formatted("x".repeat(501)));
        assertThat(Problem.of(answer, 400).about("field"))
                .containsExactlyInAnyOrder("lifecycle", "id", "title", "maxAttempts");
    }

    @OnBothDatabases
    void onlyJsonIsTaken(Baton baton) {
        String body = "{\"lifecycle\":\"errand\"}";
        for (String type : new String[] {
            "text/plain",
            "application/xml",
            "application/yaml",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "multipart/form-data; boundary=x",
            "nonsense"
        }) {
            Problem.of(baton.admin().send("POST", "/api/tasks", body, type), 415);
        }
    }

    @OnBothDatabases
    void nothingIsDoneForACallerWhoWouldNotAcceptTheAnswer(Baton baton) {
        String id = Baton.newId();
        String body = "{\"lifecycle\":\"errand\",\"id\":\"%s\"}".formatted(id);
        for (String type : List.of("text/html", "application/xml", "application/yaml", "nonsense")) {
            Problem.of(baton.admin().with("Accept", type).post("/api/tasks", body), 406);
        }
        Problem.of(baton.admin().get("/api/tasks/" + id), 404);
        for (String type : List.of("*/*", "application/*", "text/html, application/json;q=0.1")) {
            baton.admin()
                    .with("Accept", type)
                    .post("/api/tasks", "{\"lifecycle\":\"errand\"}")
                    .expect(201);
        }
    }

    @OnBothDatabases
    void anAnswerSaysItsLength(Baton baton) {
        Answer answer =
                baton.admin().post("/api/tasks", "{\"lifecycle\":\"errand\"}").expect(201);
        assertThat(answer.header("Content-Length"))
                .isEqualTo(String.valueOf(answer.body().length()));
    }
}
