package dev.baton.api;

import dev.baton.agent.PausedAgents;
import dev.baton.agent.PausedAgents.Pause;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.identity.Identities;
import dev.baton.figures.AgentActivity;
import dev.baton.figures.AgentActivity.HeldTask;
import dev.baton.figures.AgentActivity.Spent;
import dev.baton.figures.AgentActivity.Steps;
import dev.baton.security.ApiToken;
import dev.baton.security.ApiTokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Shows what agents do, and stops them from claiming. */
@RestController
@RequestMapping("/api/agents")
@Tag(name = "Agents")
class AgentController {

    private static final Duration DAY = Duration.ofHours(24);

    /**
     * @param paused null if the agent may claim
     * @param lastSeenAt the last step, heartbeat or use of a token; null if there was none since then
     * @param done how many tasks ended well by a step of the agent's
     * @param tokens the agent's tokens; admins see those of others
     */
    record Agent(
            String id,
            @Nullable Pause paused,
            List<HeldTask> holds,
            @Nullable Instant lastSeenAt,
            long done,
            long failed,
            long runs,
            BigDecimal costUsd,
            List<ApiToken> tokens) {}

    /** @param since the figures are about the time from then on: 24 hours, or less if there were very many steps */
    record Agents(List<Agent> agents, Instant since) {}

    record PauseAgent(@Size(max = 1000) String reason) {}

    private final AgentActivity activity;
    private final PausedAgents paused;
    private final ApiTokens tokens;
    private final Identities identities;
    private final Clock clock;

    AgentController(AgentActivity activity, PausedAgents paused, ApiTokens tokens, Identities identities, Clock clock) {
        this.activity = activity;
        this.paused = paused;
        this.tokens = tokens;
        this.identities = identities;
        this.clock = clock;
    }

    @GetMapping
    @Operation(
            operationId = "listAgents",
            summary = "The agents: the tasks they hold, when they were last seen, what they did in the last 24 hours")
    Agents list(@AuthenticationPrincipal Actor actor) {
        Instant since = clock.instant().minus(DAY);
        Map<String, List<HeldTask>> held = activity.held().stream().collect(Collectors.groupingBy(HeldTask::user));
        Map<String, Steps> steps =
                activity.steps(since).stream().collect(Collectors.toMap(Steps::user, Function.identity()));
        Map<String, List<Spent>> spent = activity.spent(since).stream().collect(Collectors.groupingBy(Spent::user));
        Map<String, List<ApiToken>> issued = tokens.list(actor).stream().collect(Collectors.groupingBy(ApiToken::user));
        Map<String, Pause> pauses = paused.all().stream().collect(Collectors.toMap(Pause::user, Function.identity()));
        Set<String> users = new TreeSet<>();
        Stream.of(held, steps, spent, issued, pauses).map(Map::keySet).forEach(users::addAll);
        users.remove(Actor.SYSTEM.id());
        return new Agents(
                users.stream()
                        .map(user -> agent(
                                user,
                                pauses.get(user),
                                held.getOrDefault(user, List.of()),
                                steps.get(user),
                                spent.getOrDefault(user, List.of()),
                                issued.getOrDefault(user, List.of())))
                        .toList(),
                AgentActivity.since(since, steps.values()));
    }

    private static Agent agent(
            String user, Pause pause, List<HeldTask> held, Steps steps, List<Spent> spent, List<ApiToken> issued) {
        Instant seen = Stream.of(
                        Stream.ofNullable(steps).map(Steps::lastAt),
                        held.stream().map(HeldTask::heartbeatAt),
                        issued.stream().map(ApiToken::lastUsedAt))
                .flatMap(Function.identity())
                .filter(Objects::nonNull)
                .max(Instant::compareTo)
                .orElse(null);
        return new Agent(
                user,
                pause,
                held,
                seen,
                steps == null ? 0 : steps.done(),
                steps == null ? 0 : steps.failed(),
                spent.size(),
                spent.stream().map(Spent::costUsd).reduce(BigDecimal.ZERO, BigDecimal::add),
                issued);
    }

    @PostMapping("/{id}/pause")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(
            operationId = "pauseAgent",
            summary = "Pause an agent: its claims are answered 204; lead, human and admin")
    void pause(@PathVariable String id, @AuthenticationPrincipal Actor actor, @Valid @RequestBody PauseAgent body) {
        if (!identities.knows(id)) {
            throw new Refusal(Refusal.Reason.INVALID, "id", "There is no user '" + id + "'");
        }
        paused.pause(id, body.reason(), actor);
    }

    @PostMapping("/{id}/resume")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "resumeAgent", summary = "Resume a paused agent; lead, human and admin")
    void resume(@PathVariable String id, @AuthenticationPrincipal Actor actor) {
        paused.resume(id, actor);
    }
}
