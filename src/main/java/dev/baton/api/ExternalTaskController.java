package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.claim.Claims;
import dev.baton.claim.Heartbeats;
import dev.baton.claim.PendingClaims;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.ExternalWork;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * What Camunda's external task clients call, as claims and moves of Baton: the same leases and guards. The id that a client gets
 * holds the epoch of the lease, so that a client whose lease is over is refused.
 */
@RestController
@Hidden
@RequestMapping(ExternalTaskController.PATH)
class ExternalTaskController {

    static final String PATH = "/api/external-task";

    private static final int MAX_TASKS = 50;
    private static final int LONGEST_WAIT = 60_000;

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Topic(@NotBlank @Size(max = 64) String topicName) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Fetch(
            @NotBlank @Size(max = 255) String workerId,
            @Min(1) @Max(1000) int maxTasks,
            Long asyncResponseTimeout,
            @NotEmpty @Size(max = 20) List<@NotNull @Valid Topic> topics) {

        Duration waitTime() {
            long millis = asyncResponseTimeout == null ? 0 : asyncResponseTimeout;
            return Duration.ofMillis(Math.max(0, Math.min(millis, LONGEST_WAIT)));
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Result(
            Map<String, ExternalTaskView.Variable> variables,
            @Size(max = 255) String errorCode,
            @Size(max = 10_000) String errorMessage) {}

    private final Claims claims;
    private final PendingClaims pendingClaims;
    private final Heartbeats heartbeats;
    private final Tasks tasks;
    private final Lifecycles lifecycles;

    ExternalTaskController(
            Claims claims, PendingClaims pendingClaims, Heartbeats heartbeats, Tasks tasks, Lifecycles lifecycles) {
        this.claims = claims;
        this.pendingClaims = pendingClaims;
        this.heartbeats = heartbeats;
        this.tasks = tasks;
        this.lifecycles = lifecycles;
    }

    @PostMapping("/fetchAndLock")
    CompletableFuture<List<ExternalTaskView>> fetch(
            @AuthenticationPrincipal Actor actor, @Valid @RequestBody Fetch body) {
        Predicate<String> allowed = TokenLifecycles.allowed();
        Set<String> topics = body.topics().stream()
                .map(topic -> PendingClaims.ofTopic(topic.topicName()))
                .collect(Collectors.toSet());
        return pendingClaims
                .next(topics, body.waitTime(), () -> {
                    List<ExternalTaskView> found = claim(body, allowed, actor);
                    return found.isEmpty() ? Optional.empty() : Optional.of(found);
                })
                .thenApply(found -> found.orElse(List.of()));
    }

    /** What was claimed before a refusal is answered; otherwise nobody would work on it until its lease runs out. */
    private List<ExternalTaskView> claim(Fetch body, Predicate<String> allowed, Actor actor) {
        List<ExternalTaskView> found = new ArrayList<>();
        try {
            body.topics().forEach(topic -> claim(topic.topicName(), body, allowed, actor, found));
        } catch (Refusal refusal) {
            if (found.isEmpty()) {
                throw refusal;
            }
        }
        return found;
    }

    private void claim(String topic, Fetch body, Predicate<String> allowed, Actor actor, List<ExternalTaskView> found) {
        int most = Math.min(body.maxTasks(), MAX_TASKS);
        Optional<Task> next = Optional.empty();
        while (found.size() < most && (next = claims.nextOfTopic(topic, allowed, actor)).isPresent()) {
            Task task = next.get();
            String element = lifecycle(task).state(task.state()).elements().get(0);
            found.add(ExternalTaskView.of(task, element, topic, body.workerId()));
        }
    }

    @PostMapping("/{id}/complete")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void complete(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Result body) {
        ExternalTaskView.Id external = work(id);
        Task task = tasks.get(external.task());
        ObjectNode payload = ExternalTaskView.payload(body.variables());
        JsonNode named = payload.remove("trigger");
        String trigger = named == null ? completion(task) : named.asText();
        move(external, trigger, payload, actor);
    }

    /** The arrow that is drawn behind the task; with several, the client names one in the variable {@code trigger}. */
    private String completion(Task task) {
        List<String> drawn = lifecycle(task).exits(task.state()).stream()
                .filter(exit -> exit.requestable() && !exit.raised() && !exit.byMessage() && !exit.within())
                .map(exit -> exit.trigger())
                .toList();
        return drawn.size() == 1 ? drawn.get(0) : ExternalWork.COMPLETE;
    }

    @PostMapping("/{id}/bpmnError")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void error(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Result body) {
        if (body.errorCode() == null || body.errorCode().isBlank()) {
            throw new BadRequest(List.of(new Fault("errorCode", "name the error that the diagram catches")));
        }
        move(work(id), body.errorCode(), ExternalTaskView.payload(body.variables()), actor);
    }

    /** How often the work is tried is up to the task's maxAttempts, not to the client. */
    @PostMapping("/{id}/failure")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void failure(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Result body) {
        ObjectNode payload = Json.object();
        if (body.errorMessage() != null) {
            payload.put("error", body.errorMessage());
        }
        move(work(id), ExternalWork.FAIL, payload, actor);
    }

    @PostMapping("/{id}/unlock")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void unlock(@PathVariable String id, @AuthenticationPrincipal Actor actor) {
        move(work(id), ExternalWork.RELEASE, Json.object(), actor);
    }

    @PostMapping("/{id}/extendLock")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void extend(@PathVariable String id, @AuthenticationPrincipal Actor actor) {
        ExternalTaskView.Id external = work(id);
        heartbeats.beat(external.task(), external.epoch(), null, actor);
    }

    private void move(ExternalTaskView.Id external, String trigger, ObjectNode payload, Actor actor) {
        tasks.move(
                external.task(), new MoveRequest(trigger, null, payload, external.epoch(), null, null), actor, false);
    }

    /** These calls are for external work only; other states are left through the API. */
    private ExternalTaskView.Id work(String text) {
        ExternalTaskView.Id id = ExternalTaskView.Id.parse(text)
                .orElseThrow(() -> new Refusal(
                        Refusal.Reason.INVALID, "id", "'" + text + "' is no id that fetchAndLock has answered"));
        Task task = tasks.get(id.task());
        if (lifecycle(task).state(task.state()).topic() == null) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT,
                    "id",
                    "Task " + task.id() + " is in '" + task.state()
                            + "', where it does not wait for a worker of a topic");
        }
        return id;
    }

    private Lifecycle lifecycle(Task task) {
        return lifecycles.of(task.definitionId()).lifecycle();
    }
}
