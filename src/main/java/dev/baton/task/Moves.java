package dev.baton.task;

import dev.baton.engine.Actor;
import dev.baton.engine.Card;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.EngineClock;
import dev.baton.engine.Lifecycles;
import dev.baton.engine.Overtakings;
import dev.baton.engine.Refusal;
import dev.baton.engine.Token;
import dev.baton.engine.TokenObserver;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

/**
 * The moves under way on this thread. Our API announces a move before it sets the token going; for the engine's own
 * doors and for timers the move is made out at the token's first step. From there on all doors are the same.
 */
@Component
class Moves implements TokenObserver {

    private static final Logger LOG = LoggerFactory.getLogger(Moves.class);

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Policy policy;
    private final Guards guards;
    private final EngineClock clock;
    private final ApplicationEventPublisher events;
    private final Witnesses witnesses;
    private final List<Birth> births;
    private final Map<String, Function<Task, Object>> facts;
    private final ThreadLocal<Map<String, Move>> underWay = ThreadLocal.withInitial(LinkedHashMap::new);
    private final ThreadLocal<Move> announced = new ThreadLocal<>();

    Moves(
            Ledger ledger,
            Lifecycles lifecycles,
            Policy policy,
            Guards guards,
            EngineClock clock,
            ApplicationEventPublisher events,
            Witnesses witnesses,
            List<Birth> births,
            List<TaskFact> facts) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.policy = policy;
        this.guards = guards;
        this.clock = clock;
        this.events = events;
        this.witnesses = witnesses;
        this.births = births;
        this.facts = facts.stream().collect(Collectors.toMap(TaskFact::name, fact -> fact::value));
    }

    Move move(Task task, Actor actor, MoveRequest request) {
        Move move = new Move(task, null, lifecycles.of(task.definitionId), actor, request, false, guards, clock);
        underWay.get().put(task.processInstanceId, move);
        return move;
    }

    /** To ask what somebody could do; nothing comes of it. */
    Move look(Task task, Actor actor) {
        MoveRequest nothing = MoveRequest.trigger(null, Json.object());
        return new Move(task, null, lifecycles.of(task.definitionId), actor, nothing, false, guards, clock);
    }

    Move creation(NewTask wish, DeployedLifecycle deployed, Actor actor, String onBehalfOf) {
        Move move = newMove(wish, deployed, actor, onBehalfOf, false);
        announced.set(move);
        return move;
    }

    private Move newMove(
            NewTask wish, DeployedLifecycle deployed, Actor actor, String onBehalfOf, boolean byVariables) {
        Task task = new Task(wish.id() == null ? UUID.randomUUID().toString() : wish.id(), deployed.key());
        task.version = deployed.version();
        task.definitionId = deployed.definitionId();
        task.title = wish.title() == null ? task.id : wish.title();
        task.priority = wish.priority() == null ? Task.DEFAULT_PRIORITY : wish.priority();
        task.maxAttempts = wish.maxAttempts() == null ? Task.DEFAULT_MAX_ATTEMPTS : wish.maxAttempts();
        task.data = wish.data().deepCopy();
        task.createdBy = actor.isSystem() && onBehalfOf != null ? onBehalfOf : actor.id();
        task.createdAt = clock.instant();
        MoveRequest request = new MoveRequest(Lifecycle.CREATE, null, wish.data(), null, onBehalfOf, null);
        births.forEach(birth -> birth.before(task, wish));
        return new Move(task, wish, deployed, actor, request, byVariables, guards, clock);
    }

    @Override
    public void beforeMove(Part part, String id) {
        if (underWay.get().isEmpty()) {
            ledger.lockBy(part, id);
        }
    }

    @Override
    public void begins(Token token) {
        Move move = announced.get();
        announced.remove();
        if (move == null) {
            NewTask wish = NewTask.of(token.taskId(), token.takeVariables());
            move = newMove(wish, lifecycles.of(token.definitionId()), token.caller(), null, true);
            token.taskId(move.task().id);
        }
        move.task().processInstanceId = token.processInstanceId();
        underWay.get().put(token.processInstanceId(), move);
    }

    @Override
    public void passes(Token token, String element) {
        Move move = of(token);
        move.pass(element);
        move.lifecycle().stateAt(element).ifPresent(state -> move.enter(state, token));
    }

    @Override
    public void leaves(Token token, String element) {
        Move move = of(token);
        State state = move.lifecycle().stateAt(element).orElse(null);
        if (state == null || state.terminal()) {
            return;
        }
        if (!state.name().equals(move.task().state)) {
            throw Overtakings.overtaken("task " + move.task().id + " has moved on in the meantime");
        }
        if (!token.cancelled() && state.waitsFor() != State.Waits.NOBODY) {
            move.choose();
        }
    }

    @Override
    public void waitsForPerson(Token token, String userTaskId) {
        of(token).waitsForPerson(userTaskId);
    }

    @Override
    public void opens(Token token, Share share) {
        of(token).shares().open(share);
    }

    @Override
    public void changesHands(Token token, Share share) {
        of(token).shares().handOver(share);
    }

    @Override
    public void changesHands(Token token, String from, String to) {
        of(token).userTask().change(from, to);
    }

    @Override
    public void changes(Token token, Candidate candidate) {
        of(token).userTask().change(candidate);
    }

    @Override
    public void isDone(Token token, Share share) {
        of(token).shares().finish(share);
    }

    @Override
    public Card card(Token token) {
        Task task = of(token).task();
        return new Card(task.title, task.priority);
    }

    @Override
    public void ends(Token token) {
        Move move = of(token);
        if (!move.task().ended()) {
            move.abandon(token.deleteReason());
        }
    }

    @Override
    public String trigger(Token token) {
        return of(token).trigger();
    }

    @Override
    public Object value(Token token, String name) {
        Move move = underWay.get().get(token.processInstanceId());
        if (name.equals("policy")) {
            return policy.values();
        }
        if (move == null) {
            Task task = ledger.findInstance(token.processInstanceId()).orElseThrow();
            return name.equals("task") ? new TaskNames(task, facts) : Map.of();
        }
        return switch (name) {
            case "task" -> new TaskNames(move.task(), facts);
            case "payload" -> Json.map(move.payload());
            default ->
                Map.of(
                        "id",
                        move.actor().id(),
                        "groups",
                        java.util.List.copyOf(move.actor().groups()));
        };
    }

    @Override
    public boolean isRule(String name) {
        return guards.isRule(name);
    }

    @Override
    public boolean isAfterwork(String name) {
        return guards.isAfterwork(name);
    }

    @Override
    public void beforeFlush() {
        underWay.get().values().forEach(this::write);
    }

    @Override
    public void afterCommand() {
        underWay.remove();
        announced.remove();
    }

    @Override
    public void refused(Refusal refusal) {
        Refusal.Attempt attempt = refusal.attempt();
        if (attempt == null) {
            LOG.info("Refused ({}), nothing has changed. {}", refusal.reason(), refusal.getMessage());
        } else {
            LOG.info(
                    "Refused ({}): task {} stays in '{}', {} wanted '{}', possible are {}. {}",
                    refusal.reason(),
                    attempt.task(),
                    attempt.from(),
                    attempt.actor(),
                    attempt.wanted(),
                    refusal.allowed(),
                    refusal.getMessage());
        }
        events.publishEvent(new MoveRefused(refusal.reason()));
    }

    void write(Move move) {
        if (move.written()) {
            return;
        }
        move.setWritten();
        Task task = move.task();
        task.updatedAt = clock.instant();
        try {
            ledger.write(task, move.isNew(), move.steps(), move.records());
        } catch (DuplicateKeyException e) {
            throw Ledger.idTaken(task.id);
        }
        if (move.isNew()) {
            births.forEach(birth -> birth.after(task, move.wish()));
        }
        witnesses.tell(task, move.steps());
    }

    Move underWay(String processInstanceId) {
        Move move = underWay.get().get(processInstanceId);
        if (move == null) {
            throw new IllegalStateException("no move of " + processInstanceId + " is under way on this thread");
        }
        return move;
    }

    private Move of(Token token) {
        Move move = underWay.get().get(token.processInstanceId());
        if (move == null) {
            Task task = ledger.lockInstance(token.processInstanceId())
                    .orElseThrow(() -> new IllegalStateException(
                            "The process instance " + token.processInstanceId() + " has no task in the ledger"));
            move = new Move(
                    task,
                    null,
                    lifecycles.of(task.definitionId),
                    token.caller(),
                    MoveRequest.of(token.takeVariables()),
                    true,
                    guards,
                    clock);
            underWay.get().put(token.processInstanceId(), move);
        }
        return move;
    }
}
