package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.lifecycle.Schema;
import dev.baton.testing.Baton;
import dev.baton.testing.Caller;
import dev.baton.testing.Database;
import dev.baton.testing.Json;
import io.swagger.v3.oas.annotations.Hidden;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What the server answers is what the description of the API says, so that generated clients can read it. */
class DescribedAnswersTest {

    private static Baton baton;
    private static JsonNode api;

    @BeforeAll
    static void read() {
        baton = Baton.on(Database.H2);
        api = baton.anonymous().get("/openapi").expect(200).json();
    }

    private record Operation(String method, String path, JsonNode json) {

        String id() {
            return json.get("operationId").asText();
        }
    }

    private static List<Operation> operations() {
        List<Operation> found = new ArrayList<>();
        api.get("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(
                                method -> found.add(new Operation(method.getKey(), path.getKey(), method.getValue()))));
        assertThat(found).hasSizeGreaterThan(50);
        return found;
    }

    @Test
    void everyOperationHasAReadableIdOfItsOwn() {
        List<String> ids = operations().stream().map(Operation::id).toList();
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z]+([A-Z][a-z]+)*"));
    }

    @Test
    void everyAnswerHasASchema() {
        for (Operation operation : operations()) {
            JsonNode responses = operation.json().get("responses");
            assertThat(responses.has("401") && responses.has("429") && responses.has("503"))
                    .as(operation.id())
                    .isTrue();
            responses.fields().forEachRemaining(response -> {
                JsonNode content = resolve(response.getValue()).path("content");
                assertThat(content.isEmpty())
                        .as("%s %s", operation.id(), response.getKey())
                        .isEqualTo(response.getKey().equals("204"));
                content.forEach(
                        type -> assertThat(type.path("schema").isEmpty()).isFalse());
                assertThat(content.has("application/problem+json"))
                        .isEqualTo(response.getKey().compareTo("400") >= 0);
            });
        }
    }

    /** The description names types by their simple names; of two with the same name it would show one. */
    @Test
    void noTwoTypesHaveTheSameName() {
        Set<Class<?>> types = new HashSet<>();
        baton.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, method) -> {
                    boolean shown = !method.getBeanType().isAnnotationPresent(Hidden.class);
                    if (shown && mapping.getPatternValues().stream().anyMatch(path -> path.startsWith("/api/"))) {
                        described(method).forEach(type -> collect(type, types));
                    }
                });
        Map<String, Class<?>> names = new HashMap<>();
        types.forEach(type -> assertThat(names.put(type.getSimpleName(), type))
                .as("another type with the simple name of %s", type)
                .isNull());
        assertThat(names).containsKeys("TaskView", "TaskPage", "MigrationResult");
    }

    private static Stream<Type> described(HandlerMethod method) {
        return Stream.concat(
                Stream.of(method.getMethod().getGenericReturnType()),
                Stream.of(method.getMethodParameters())
                        .filter(parameter -> parameter.hasParameterAnnotation(RequestBody.class))
                        .map(parameter -> parameter.getGenericParameterType()));
    }

    private static void collect(Type type, Set<Class<?>> types) {
        if (type instanceof ParameterizedType generic) {
            Stream.of(generic.getActualTypeArguments()).forEach(argument -> collect(argument, types));
        } else if (type instanceof Class<?> record && record.isRecord() && types.add(record)) {
            Stream.of(record.getRecordComponents())
                    .map(RecordComponent::getGenericType)
                    .forEach(component -> collect(component, types));
        }
    }

    @Test
    void everyOperationHasExamples() {
        for (Operation operation : operations()) {
            JsonNode request = operation.json().path("requestBody");
            assertThat(request.isMissingNode() || hasExample(request))
                    .as("what is sent to %s", operation.id())
                    .isTrue();
            operation.json().get("responses").fields().forEachRemaining(response -> {
                boolean expected =
                        response.getKey().startsWith("2") && !response.getKey().equals("204");
                assertThat(!expected || hasExample(response.getValue()))
                        .as("%s %s", operation.id(), response.getKey())
                        .isTrue();
            });
        }
    }

    private static boolean hasExample(JsonNode part) {
        return Json.list(part.path("content")).stream().anyMatch(type -> type.has("examples"));
    }

    @Test
    void theExamplesFitTheirSchemas() {
        List<String> shown = new ArrayList<>();
        for (Operation operation : operations()) {
            Stream.concat(
                            Stream.of(operation.json().path("requestBody")),
                            Json.list(operation.json().get("responses")).stream()
                                    .map(DescribedAnswersTest::resolve))
                    .flatMap(part -> Json.list(part.path("content")).stream())
                    .filter(type -> type.has("examples"))
                    .forEach(type -> type.get("examples").forEach(example -> {
                        demand(type.get("schema"), example.get("value"), operation.id());
                        shown.add(operation.id());
                    }));
        }
        assertThat(shown).contains("createTask", "claimTask", "moveTask", "sendHeartbeat");
    }

    @Test
    void theAnswersFitTheirSchemas() {
        Caller worker = baton.as("worker-1");
        String id = Baton.newId();
        check("createTask", worker.post("/api/tasks", """
            {"lifecycle":"work-queue","id":"%s","priority":-2000000,"data":{"context":{"b":[1,null]}}}\
            """.formatted(id)));
        JsonNode claimed = check("claimTask", worker.post("/api/claims", "{\"lifecycle\":\"work-queue\"}"));
        assertThat(claimed.get("id").asText()).isEqualTo(id);
        int epoch = claimed.at("/lease/epoch").asInt();
        JsonNode refused =
                check("moveTask", worker.move(id, "succeed", "{}", epoch).expect(409));
        assertThat(Json.read(refused.toString().replace(id, "t-1")))
                .isEqualTo(api.at("/paths/~1api~1tasks~1{id}~1transitions/post/responses/409/content"
                        + "/application~1problem+json/examples/refused/value"));
        check("moveTask", worker.move(id, "start", "{}", epoch).expect(200));
        check(
                "moveTask",
                worker.move(id, "succeed", "{\"exitCode\":\"x\"}", epoch).expect(422));
        check("sendHeartbeat", worker.post("/api/tasks/" + id + "/heartbeat", "{\"leaseEpoch\":" + epoch + "}"));
        check("listTransitions", worker.get("/api/tasks/" + id + "/transitions"));
        check("listAgents", worker.get("/api/agents"));
        check("addComment", worker.post("/api/tasks/" + id + "/comments", "{\"text\":\"Nearly there\"}"));
        check("changeTasks", worker.post("/api/tasks/bulk", """
            {"tasks":["%s","no-such"],"action":{"patch":{"priority":7}}}\
            """.formatted(id)));
        check("moveTask", worker.move(id, "succeed", "{\"exitCode\":0}", epoch).expect(200));
        check("getTask", worker.get("/api/tasks/" + id + "?view=full"));
        check("getTask", worker.get("/api/tasks/no-such").expect(404));
        check("getTask", baton.anonymous().get("/api/tasks/no-such").expect(401));
        check("getHistory", worker.get("/api/tasks/" + id + "/history"));
        check("listRecords", worker.get("/api/tasks/" + id + "/records/comments"));
        check("findTasks", worker.get("/api/tasks?limit=100&abandoned=true"));
        check("findTasks", worker.get("/api/tasks?colour=red").expect(400));
        check("countTasks", worker.get("/api/tasks/count"));
        check("listEvents", worker.with("Accept", "application/json").get("/api/events?after=0&limit=1000"));
        check("listLifecycles", worker.get("/api/lifecycles"));
        for (String lifecycle : List.of("work-queue", "governed", "peer-review", "cognitive", "pipeline")) {
            check("getLifecycle", worker.get("/api/lifecycles/" + lifecycle));
            check("getFlow", worker.get("/api/lifecycles/" + lifecycle + "/flow"));
        }
        check("getVocabulary", worker.get("/api/lifecycles/vocabulary"));
        check("getFigures", worker.get("/api/figures"));
        check("listCosts", worker.get("/api/figures/costs"));
        check("listBudgets", worker.get("/api/figures/budgets"));
        check("listVersions", worker.get("/api/lifecycles/governed/versions"));
        check("saveView", worker.put("/api/views/Mine", "{\"query\":\"mine=true\"}", "application/json"));
        check("listViews", worker.get("/api/views"));
        check("findPeople", worker.get("/api/people"));
        check("getMe", worker.get("/api/me"));
        JsonNode token = check("issueToken", worker.post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"laptop\"}"));
        check("listTokens", worker.get("/api/tokens"));
        worker.delete("/api/tokens/" + token.get("id").asText(), null).expect(204);
    }

    private static JsonNode check(String operationId, Caller.Answer answer) {
        Operation operation = operations().stream()
                .filter(one -> one.id().equals(operationId))
                .findFirst()
                .orElseThrow();
        JsonNode response = operation.json().get("responses").path(String.valueOf(answer.status()));
        assertThat(response.isMissingNode())
                .as("%s has no %d in the description: %s", operationId, answer.status(), answer.body())
                .isFalse();
        String type = answer.header("Content-Type").replaceAll(";.*", "");
        demand(resolve(response).get("content").get(type).get("schema"), answer.json(), operationId);
        return answer.json();
    }

    private static void demand(JsonNode schema, JsonNode value, String operationId) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", api.get("components"));
        Schema compiled = Schema.parse(whole.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(compiled.problems(value)).as("%s: %s", operationId, value).isEmpty();
    }

    private static JsonNode resolve(JsonNode response) {
        return response.has("$ref") ? api.at(response.get("$ref").asText().substring(1)) : response;
    }
}
