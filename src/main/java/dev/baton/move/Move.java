package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Json;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.SqlWrites;
import dev.baton.engine.ConcurrencyFailures;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.TasklistEntry;
import dev.baton.engine.Token;
import dev.baton.engine.TokenMove;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A task on its way from one state to the next, or through several: who wants it, what came along, what was passed. */
public final class Move implements TokenMove {

    private final Task task;
    private final NewTask wish;
    private final DeployedLifecycle deployed;
    private final Actor actor;
    private final MoveRequest request;
    private final boolean byVariables;
    private final Moves moves;
    private final List<HistoryEntry> steps = new ArrayList<>();
    private final List<TaskRecord> records = new ArrayList<>();
    private final String origin;
    private final String eventId;
    private List<String> path = new ArrayList<>();
    private Exit exit;
    private String trigger;
    private Exit admitted;
    private String person;
    private JsonNode report;
    private String elementName;

    Move(
            Moves moves,
            Task task,
            NewTask wish,
            DeployedLifecycle deployed,
            Actor actor,
            MoveRequest request,
            boolean byVariables) {
        this.moves = moves;
        this.task = task;
        this.wish = wish;
        this.deployed = deployed;
        this.actor = actor;
        this.request = request;
        this.byVariables = byVariables;
        this.origin = task.state();
        this.trigger = request.trigger();
        this.eventId = request.eventId() == null ? UUID.randomUUID().toString() : request.eventId();
    }

    public Task task() {
        return task;
    }

    public Actor actor() {
        return actor;
    }

    public ObjectNode payload() {
        return request.payload();
    }

    @Override
    public String trigger() {
        return trigger;
    }

    /** What the caller calls the event that moves the task; made up if they don't call it anything. */
    public String eventId() {
        return eventId;
    }

    public Lifecycle lifecycle() {
        return deployed.lifecycle();
    }

    public Instant now() {
        return moves.now();
    }

    /** The state that the request wants to reach; null when it leaves that to the diagram. */
    public String to() {
        return request.to() != null
                ? request.to()
                : request.payload().path("to").asText(null);
    }

    /** Whom a share of the state is to go to; null but for rules that are asked about that. */
    public String person() {
        return person;
    }

    void person(String id) {
        person = id;
    }

    /** Those for whom the task waits, where the state has a share for each of several people. */
    public Participants shares() {
        return new Participants(this, guards());
    }

    /** Who has the user task of the state. */
    UserTaskAssignment userTask() {
        return new UserTaskAssignment(this, guards());
    }

    /** Appends to one of the task's growing lists; written together with the task. */
    public void record(String name, JsonNode document) {
        records.add(new TaskRecord(name, 0, now(), actor.id(), document));
    }

    /** How many entries this move has appended to a list so far. */
    public int recorded(String name) {
        return (int) records.stream().filter(r -> r.name().equals(name)).count();
    }

    /** Has the answer to whoever asked for the move tell more than where it led. */
    public void report(JsonNode report) {
        this.report = report;
    }

    JsonNode report() {
        return report;
    }

    List<TaskRecord> records() {
        return records;
    }

    Integer leaseEpoch() {
        return request.leaseEpoch();
    }

    boolean byVariables() {
        return byVariables;
    }

    Map<String, Schema> schemas() {
        return deployed.schemas();
    }

    String origin() {
        return origin;
    }

    public boolean isNew() {
        return wish != null;
    }

    NewTask wish() {
        return wish;
    }

    List<HistoryEntry> steps() {
        return steps;
    }

    /** The exit that the request asks for; chosen once for each state that is left, or refused. */
    Exit exit() {
        if (exit == null) {
            exit = new ExitSelector(this, guards(), request).exit();
            trigger = exit.trigger();
        }
        return exit;
    }

    @Override
    public void begins(Token token) {
        task.processInstanceId(token.processInstanceId());
    }

    @Override
    public void passes(Token token, String element) {
        elementName = token.elementName();
        pass(element);
        lifecycle().stateAt(element).ifPresent(state -> enter(state, token));
    }

    /** Where an exit begins, its guard decides. */
    private void pass(String element) {
        path.add(element);
        lifecycle().exitAt(task.state(), element).ifPresent(taken -> {
            exit = taken;
            trigger = taken.trigger();
            if (!taken.equals(admitted)) {
                guards().admit(this, taken);
            }
        });
    }

    /** One of several people does their share: the guard of the arrow holds for each, though only the last takes it. */
    void admit() {
        admitted = exit();
        guards().admit(this, admitted);
    }

    @Override
    public void leaves(Token token, String element) {
        State state = lifecycle().stateAt(element).orElse(null);
        if (state == null || state.terminal()) {
            return;
        }
        if (!state.name().equals(task.state())) {
            throw ConcurrencyFailures.overtaken("task " + task.id() + " has moved on in the meantime");
        }
        if (!token.cancelled() && state.waitsFor() != State.Waits.NOBODY) {
            exit();
        }
    }

    private void enter(State state, Token token) {
        if (path.size() < 2 || !lifecycle().leavesThrough(task.state(), path.get(0))) {
            throw refusal(
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to",
                            "A task moves along the arrows of its diagram only; it can't be put into '" + state.name()
                                    + "'")));
        }
        if (exit != null && exit.within() && state.name().equals(task.state())) {
            arrive(state, token);
            return;
        }
        List<Fault> lacking = Guards.lacking(state, this);
        if (!lacking.isEmpty()) {
            throw refusal(Reason.INVALID, lacking);
        }
        boolean first = steps.isEmpty();
        Instant now = now();
        steps.add(new HistoryEntry(
                task.nextEntryNumber(),
                task.state(),
                state.name(),
                exit == null ? null : exit.trigger(),
                (exit == null ? Exit.Kind.AUTOMATIC : exit.kind()).name().toLowerCase(java.util.Locale.ROOT),
                first ? actor.id() : Actor.SYSTEM.id(),
                request.onBehalfOf(),
                now,
                first ? request.payload() : Json.object(),
                path,
                eventId));
        shares().close();
        task.enter(state, now);
        shares().close();
        arrive(state, token);
    }

    private void arrive(State state, Token token) {
        task.waitId(state.terminal() ? null : token.executionId());
        lease(state, token);
        path = new ArrayList<>();
        exit = null;
    }

    /** An ended task takes one more word, if its diagram wants to hear it. */
    boolean afterwards() {
        State.Afterwards last = task.ended() && !task.abandoned()
                ? lifecycle().state(task.state()).afterwards()
                : null;
        if (last == null || !last.exit().trigger().equals(request.trigger())) {
            return false;
        }
        guards().admit(this, last.exit());
        record(
                "afterwards",
                Json.object().put("trigger", trigger).put("eventId", eventId).set("payload", request.payload()));
        if (last.work() != null) {
            guards().afterwork(last.work()).happens(this);
        }
        return true;
    }

    private void lease(State state, Token token) {
        switch (state.lease()) {
            case NEW ->
                task.startLease(
                        actor.isSystem() ? null : actor.id(), token.timer().orElseThrow());
            case KEEP -> task.renewLease(token.timer().orElseThrow());
            default -> task.endLease();
        }
    }

    State state() {
        return lifecycle().state(task.state());
    }

    @Override
    public void waitsForPerson(String userTaskId) {
        task.waitId(userTaskId);
    }

    @Override
    public void opens(Part part) {
        shares().open(part);
    }

    @Override
    public void reassigns(Part part) {
        shares().handOver(part);
    }

    @Override
    public void reassigns(String from, String to) {
        userTask().change(from, to);
    }

    @Override
    public void changes(Candidate candidate) {
        userTask().change(candidate);
    }

    @Override
    public void completes(Part part) {
        shares().finish(part);
    }

    @Override
    public TasklistEntry card() {
        return new TasklistEntry(task.title(), task.priority());
    }

    @Override
    public void ends(Token token) {
        if (!task.ended()) {
            abandon(token.deleteReason());
        }
    }

    @Override
    public Object value(String name) {
        return moves.value(this, name);
    }

    @Override
    public void write(SqlWrites to) {
        moves.write(this, to);
    }

    /** The name that the diagram gives to the element that was passed last. */
    public String elementName() {
        return elementName;
    }

    private Guards guards() {
        return moves.guards();
    }

    private void abandon(String reason) {
        Instant now = now();
        steps.add(new HistoryEntry(
                task.nextEntryNumber(),
                task.state(),
                task.state(),
                "abandon",
                "actor",
                actor.id(),
                request.onBehalfOf(),
                now,
                Json.object().put("reason", reason),
                List.of(),
                eventId));
        shares().close();
        task.abandon(now);
    }

    /** A request by target is kept to the letter: when data leads elsewhere, the task stays where it is. */
    void requireTarget() {
        String to = request.to();
        if (to != null
                && !to.equals(task.state())
                && steps.stream().noneMatch(step -> step.to().equals(to))) {
            throw refusal(
                    origin,
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to", "'" + trigger + "' would lead to '" + task.state() + "' now, not to '" + to + "'")));
        }
    }

    public Refusal refusal(Reason reason, List<Fault> faults) {
        return refusal(task.ended() ? null : task.state(), reason, faults);
    }

    /** @param from the state that the task stays in; null when it has ended */
    private Refusal refusal(String from, Reason reason, List<Fault> faults) {
        String text = String.join("; ", faults.stream().map(Fault::message).toList());
        String wanted = request.trigger() == null ? request.to() : request.trigger();
        return new Refusal(
                reason,
                "Task " + task.id() + ": " + text,
                faults,
                from == null ? Set.of() : lifecycle().targets(from),
                new Refusal.Attempt(task.id(), from == null ? task.state() : from, wanted, actor.id()));
    }
}
