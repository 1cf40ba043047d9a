package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.database.SqlWrites;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.token.Token;
import dev.baton.engine.token.TokenMove;
import dev.baton.engine.token.TokenMoves;
import dev.baton.engine.token.TokenMovesRegistry;
import dev.baton.ledger.Flags;
import dev.baton.ledger.IdempotencyKeys;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Lifecycle;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * Creates moves and writes them. Baton's API creates a move and passes it to the engine; for Camunda's REST API, Tasklist
 * and timers the engine asks for one when the token takes its first step.
 */
@Component
class Moves implements TokenMoves {

    private static final Logger LOG = LoggerFactory.getLogger(Moves.class);

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Guards guards;
    private final Clock clock;
    private final ApplicationEventPublisher events;
    private final IdempotencyKeys eventIds;
    private final List<TaskCreationHook> creationHooks;
    private final List<MoveWriteHook> writeHooks;
    private final MoveExtensions extensions;
    private final ExpressionValues values;

    Moves(
            Ledger ledger,
            Lifecycles lifecycles,
            Guards guards,
            Clock clock,
            ApplicationEventPublisher events,
            IdempotencyKeys eventIds,
            List<TaskCreationHook> creationHooks,
            List<MoveWriteHook> writeHooks,
            MoveExtensions extensions,
            ExpressionValues values,
            TokenMovesRegistry engine) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.guards = guards;
        this.clock = clock;
        this.events = events;
        this.eventIds = eventIds;
        this.creationHooks = creationHooks;
        this.writeHooks = writeHooks;
        this.extensions = extensions;
        this.values = values;
        engine.register(this);
    }

    Move move(Task task, Actor actor, MoveRequest request) {
        return move(task, actor, request, false);
    }

    private Move move(Task task, Actor actor, MoveRequest request, boolean fromVariables) {
        return new Move(this, task, null, lifecycles.of(task.definitionId()), actor, request, fromVariables);
    }

    /** A move that is never executed, to find out what the actor could do. */
    Move preview(Task task, Actor actor, ObjectNode payload) {
        return move(task, actor, MoveRequest.trigger(null, payload));
    }

    Move creation(NewTask newTask, DeployedLifecycle deployed, Actor actor, String onBehalfOf) {
        return creation(newTask, deployed, actor, onBehalfOf, false);
    }

    private Move creation(
            NewTask newTask, DeployedLifecycle deployed, Actor actor, String onBehalfOf, boolean fromVariables) {
        lifecycles.requireInUse(deployed.key());
        Task task = Task.create(
                newTask.id() == null ? TaskIds.next() : newTask.id(),
                deployed.key(),
                deployed.version(),
                deployed.definitionId(),
                actor.isSystem() && onBehalfOf != null ? onBehalfOf : actor.id(),
                clock.instant());
        Optional.ofNullable(newTask.title()).ifPresent(task::title);
        Optional.ofNullable(newTask.priority()).ifPresent(task::priority);
        Optional.ofNullable(newTask.maxAttempts()).ifPresent(task::maxAttempts);
        Optional.ofNullable(newTask.parent()).ifPresent(parent -> task.parent(parent.id(), parent.step()));
        task.data(newTask.data().deepCopy());
        MoveRequest request = new MoveRequest(Lifecycle.CREATE, null, newTask.data(), null, onBehalfOf, null);
        creationHooks.forEach(hook -> hook.before(task, newTask));
        return new Move(this, task, newTask, deployed, actor, request, fromVariables);
    }

    @Override
    public void lockInstance(String processInstanceId) {
        ledger.lockInstance(processInstanceId);
    }

    @Override
    public void lockTask(String taskId) {
        ledger.lock(taskId);
    }

    @Override
    public TokenMove creation(Token token) {
        NewTask newTask = NewTask.of(token.taskId(), token.takeVariables());
        Move move = creation(newTask, lifecycles.of(token.definitionId()), token.caller(), null, true);
        token.taskId(move.task().id());
        return move.steps();
    }

    @Override
    public TokenMove move(Token token) {
        Task task = ledger.lockInstance(token.processInstanceId())
                .orElseThrow(() -> new IllegalStateException(
                        "The process instance " + token.processInstanceId() + " has no task in the ledger"));
        MoveRequest request = MoveRequest.of(token.takeVariables());
        if (request.eventId() != null) {
            reserve(task, request.eventId());
        }
        return move(task, token.caller(), request, true).steps();
    }

    /** The API answers a repeated event as the first time; through the engine's own API there is no such answer. */
    private void reserve(Task task, String eventId) {
        try {
            eventIds.reserve(IdempotencyKeys.ofTask(task.id()), eventId, "");
        } catch (DuplicateKeyException e) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT, "eventId", "Task " + task.id() + " has seen the event '" + eventId + "'");
        }
    }

    @Override
    public Object value(Token token, String name) {
        if (name.equals("policy")) {
            return values.policy();
        }
        Task task = ledger.findInstance(token.processInstanceId()).orElseThrow();
        return name.equals("task") ? values.task(task) : Map.of();
    }

    @Override
    public Optional<Refusal> refusal(RuntimeException failure) {
        return Ledger.idTaken(failure);
    }

    @Override
    public boolean isRule(String name) {
        return guards.beans().isRule(name);
    }

    @Override
    public boolean isPostEndAction(String name) {
        return guards.beans().isPostEndAction(name);
    }

    @Override
    public void timerFailed(String processInstanceId) {
        ledger.lockInstance(processInstanceId)
                .filter(task -> !task.ended() && task.flags().add(Flags.TIMER_FAILED))
                .ifPresent(ledger::update);
    }

    @Override
    public List<String> rules() {
        return guards.beans().rules();
    }

    @Override
    public List<String> postEndActions() {
        return guards.beans().postEndActions();
    }

    @Override
    public void refused(Refusal refusal) {
        Refusal.Attempt attempt = refusal.attempt();
        if (attempt == null) {
            LOG.info("Refused ({}), nothing has changed. {}", refusal.reason(), refusal.getMessage());
        } else {
            LOG.warn(
                    "Refused ({}): task {} stays in '{}', {} wanted '{}', possible are {}. {}",
                    refusal.reason(),
                    attempt.task(),
                    attempt.from(),
                    attempt.actor(),
                    attempt.wanted(),
                    refusal.allowed(),
                    refusal.getMessage());
        }
        events.publishEvent(new MoveRefused(refusal));
    }

    void write(Move move, SqlWrites to) {
        Task task = move.task();
        move.tracker().noteTimer(trigger -> ledger.hasEntryInState(task, trigger));
        task.updatedAt(clock.instant());
        try {
            ledger.write(to, task, move.isNew(), move.entries(), move.records());
        } catch (DuplicateKeyException e) {
            throw Ledger.idTaken(task.id());
        }
        if (move.isNew()) {
            creationHooks.forEach(hook -> hook.after(task, move.newTask(), to));
        }
        move.writes().forEach(to::add);
        writeHooks.forEach(hook -> hook.write(move, to));
        events.publishEvent(new TaskMoved(task, move.entries()));
    }

    Ledger ledger() {
        return ledger;
    }

    ExpressionValues values() {
        return values;
    }

    MoveExtensions extensions() {
        return extensions;
    }

    Guards guards() {
        return guards;
    }

    Instant now() {
        return clock.instant();
    }
}
