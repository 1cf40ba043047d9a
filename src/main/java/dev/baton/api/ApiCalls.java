package dev.baton.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.api.IdempotentRequests.Call;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.security.ApiToken;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Validator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;

/**
 * The calls of the REST API for another interface, within one of its HTTP requests: with the same bodies, checks,
 * restrictions of tokens, idempotency keys, answers and errors.
 */
@Component
public class ApiCalls {

    /** The answer to every failure that is the server's fault. */
    public static final String UNEXPECTED = "Something went wrong on the server; its log says what.";

    /**
     * What the REST API would answer.
     *
     * @param body null if there is none
     * @param warning null if there is none
     */
    public record Answer(int status, JsonNode body, String warning) {

        public boolean refused() {
            return status >= 400;
        }
    }

    private final TaskController tasks;
    private final TaskListController lists;
    private final ClaimController claims;
    private final RunController runs;
    private final LifecycleController lifecycles;
    private final TokenLifecycles tokens;
    private final ProblemHandler problems;
    private final ObjectMapper json;
    private final Validator validator;
    private final HttpServletRequest http;

    ApiCalls(
            TaskController tasks,
            TaskListController lists,
            ClaimController claims,
            RunController runs,
            LifecycleController lifecycles,
            TokenLifecycles tokens,
            ProblemHandler problems,
            ObjectMapper json,
            Validator validator,
            HttpServletRequest http) {
        this.tasks = tasks;
        this.lists = lists;
        this.claims = claims;
        this.runs = runs;
        this.lifecycles = lifecycles;
        this.tokens = tokens;
        this.problems = problems;
        this.json = json;
        this.validator = validator;
        this.http = http;
    }

    /** Those of them that the token is for. */
    public Answer lifecycles() {
        return read(() -> lifecycles.list().stream()
                .filter(one ->
                        ApiToken.current().map(token -> token.isFor(one.key())).orElse(true))
                .toList());
    }

    public Answer lifecycle(String key) {
        return read(() -> {
            TokenLifecycles.demand(key);
            return lifecycles.table(key, null);
        });
    }

    /** The body is text. */
    public Answer mermaid(String key) {
        return read(() -> {
            TokenLifecycles.demand(key);
            return lifecycles.mermaid(key, null);
        });
    }

    /** @param parameters as in the query of GET /api/tasks */
    public Answer findTasks(MultiValueMap<String, String> parameters, Actor actor) {
        return read(() -> {
            TokenLifecycles.demandNamed(parameters.getOrDefault("lifecycle", List.of()));
            return lists.list(parameters, actor);
        });
    }

    /** @param view null for the usual one */
    public Answer task(String id, String view, Actor actor) {
        return read(() -> {
            tokens.demandOfTask(id);
            return tasks.get(id, view, actor);
        });
    }

    public Answer transitions(String id, Actor actor) {
        return read(() -> {
            tokens.demandOfTask(id);
            return tasks.options(id, actor);
        });
    }

    public Answer history(String id) {
        return read(() -> {
            tokens.demandOfTask(id);
            return tasks.history(id);
        });
    }

    /** @param key the idempotency key; null for none */
    public Answer create(ObjectNode body, boolean dryRun, String key, Actor actor) {
        return write(
                "/api/tasks", key, () -> tasks.create(dryRun, actor, valid(body, TaskController.CreateTask.class)));
    }

    public Answer move(String id, ObjectNode body, boolean dryRun, String key, Actor actor) {
        return write("/api/tasks/" + id + "/transitions", key, () -> {
            tokens.demandOfTask(id);
            return tasks.move(id, dryRun, null, actor, valid(body, TaskController.MoveTask.class));
        });
    }

    public Answer heartbeat(String id, ObjectNode body, String key, Actor actor) {
        return write("/api/tasks/" + id + "/heartbeat", key, () -> {
            tokens.demandOfTask(id);
            return claims.beat(id, actor, valid(body, ClaimController.Heartbeat.class));
        });
    }

    public Answer reportRun(String id, ObjectNode body, String key, Actor actor) {
        return write("/api/tasks/" + id + "/runs", key, () -> {
            tokens.demandOfTask(id);
            return runs.report(id, actor, valid(body, RunController.RunReport.class));
        });
    }

    /** Blocks no thread while the claim waits for a task. */
    public CompletableFuture<Answer> claim(ObjectNode body, String key, Actor actor) {
        CompletableFuture<?>[] pending = new CompletableFuture<?>[1];
        Answer now = write("/api/claims", key, () -> {
            Object answer = claims.claim(actor, valid(body, ClaimController.Claim.class));
            if (answer instanceof CompletableFuture<?> future) {
                pending[0] = future;
                return null;
            }
            return answer;
        });
        return pending[0] == null
                ? CompletableFuture.completedFuture(now)
                : pending[0].handle((answer, failure) -> failure == null ? answer(answer) : refusal(failure));
    }

    private Answer read(Supplier<Object> call) {
        try {
            return answer(call.get());
        } catch (RuntimeException e) {
            return refusal(e);
        }
    }

    private Answer write(String path, String key, Supplier<Object> call) {
        return read(() -> {
            if (ApiToken.current().filter(ApiToken::readOnly).isPresent()) {
                throw new Refusal(Refusal.Reason.FORBIDDEN, "token", "This API token is read-only");
            }
            new Call("POST", path, null, key).setOn(http);
            return call.get();
        });
    }

    private Answer answer(Object result) {
        if (result instanceof ResponseEntity<?> response) {
            JsonNode body = response.hasBody() ? json.valueToTree(response.getBody()) : null;
            return new Answer(
                    response.getStatusCode().value(),
                    body,
                    response.getHeaders().getFirst(HttpHeaders.WARNING));
        }
        return new Answer(200, json.valueToTree(result), null);
    }

    private Answer refusal(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        ProblemDetail problem = problems.of(cause instanceof Exception e ? e : new IllegalStateException(cause));
        return new Answer(problem.getStatus(), json.valueToTree(problem), null);
    }

    private <T> T valid(ObjectNode body, Class<T> type) {
        T request = parse(body, type);
        List<Fault> faults = validator.validate(request).stream()
                .map(violation -> new Fault(violation.getPropertyPath().toString(), violation.getMessage()))
                .toList();
        if (!faults.isEmpty()) {
            throw new BadRequest(faults);
        }
        return request;
    }

    private <T> T parse(ObjectNode body, Class<T> type) {
        try {
            return json.treeToValue(body, type);
        } catch (JsonProcessingException e) {
            throw new BadRequest(List.of(new Fault(null, JsonErrorMessage.describe(e))));
        }
    }
}
