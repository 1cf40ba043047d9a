package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.SqlWrite;
import dev.baton.database.SqlWrites;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.token.TasklistEntry;
import dev.baton.engine.token.Token;
import dev.baton.engine.token.TokenMove;
import dev.baton.json.Json;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.ThrownMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A move of one task: the request, the actor, and what has changed so far. Delegates and rules work on it; the engine
 * reports each step of the token to it.
 */
public final class Move implements TokenMove {

    private final Task task;
    private final NewTask newTask;
    private final DeployedLifecycle deployed;
    private final Actor actor;
    private final MoveRequest request;
    private final boolean fromVariables;
    private final Moves moves;
    private final TokenTracker tracker;
    private final List<TaskRecord> records = new ArrayList<>();
    private final List<SqlWrite> writes = new ArrayList<>();
    private final String origin;
    private final String eventId;
    private String person;
    private JsonNode report;
    private int created;

    /**
     * @param newTask null for a task that exists already
     * @param fromVariables whether the payload was sent as variables of the engine, which are flat
     */
    Move(
            Moves moves,
            Task task,
            NewTask newTask,
            DeployedLifecycle deployed,
            Actor actor,
            MoveRequest request,
            boolean fromVariables) {
        this.moves = moves;
        this.task = task;
        this.newTask = newTask;
        this.deployed = deployed;
        this.actor = actor;
        this.request = request;
        this.fromVariables = fromVariables;
        this.origin = task.state();
        this.eventId = request.eventId() == null ? UUID.randomUUID().toString() : request.eventId();
        this.tracker = new TokenTracker(this, request, moves.guards());
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
        return tracker.trigger();
    }

    String requestedTrigger() {
        return tracker.requestedTrigger();
    }

    /** The caller's id for this event; generated if the request has none. */
    public String eventId() {
        return eventId;
    }

    public Lifecycle lifecycle() {
        return deployed.lifecycle();
    }

    public Instant now() {
        return moves.now();
    }

    /** The target state that the request names; null if it names none. */
    public String to() {
        return request.to() != null
                ? request.to()
                : request.payload().path("to").asText(null);
    }

    /** The person to whom a part of the state is about to be assigned; set only while rules check that. */
    public String person() {
        return person;
    }

    void person(String id) {
        person = id;
    }

    /** The people for whom a multi-instance state waits. */
    public Participants participants() {
        return new Participants(this, moves.guards());
    }

    UserTaskAssignment userTaskAssignment() {
        return new UserTaskAssignment(this, moves.guards());
    }

    /** Refuses an exit by which somebody who is paused would get the task. Supervisors also take such exits for others. */
    void refusePausedClaim(Exit exit) {
        if (isNew() || actor.isSystem()) {
            return;
        }
        boolean takesFreeTask =
                task.assignee() == null && !actor.supervises() && lifecycle().givesWork(task.state(), exit);
        if (takesFreeTask || lifecycle().givesLease(task.state(), exit)) {
            moves.guards().refusePaused(this);
        }
    }

    /** Ends a lease that has run out, so that somebody else can claim the task, and notes it in the history. */
    public void releaseLease() {
        tracker.releaseLease();
    }

    @Override
    public boolean onlyTimersSince(String timer) {
        return tracker.hasPassed(timer) || moves.ledger().onlyTimersSince(task, timer);
    }

    /** Makes a history entry for a timer that leaves the task in its state. */
    void noteTimer(Predicate<String> hasEntry) {
        tracker.noteTimer(hasEntry);
    }

    /** Appends a record; it is written together with the task. */
    public void record(String name, JsonNode document) {
        records.add(new TaskRecord(name, 0, now(), actor.id(), document));
    }

    /** How many records of that name this move has appended so far. */
    public int recorded(String name) {
        return (int) records.stream().filter(r -> r.name().equals(name)).count();
    }

    /** Adds a report to the answer to the caller. */
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

    boolean fromVariables() {
        return fromVariables;
    }

    Map<String, Schema> schemas() {
        return deployed.schemas();
    }

    /** Adds a statement that is executed after those of the task. */
    public void sendAfterwards(SqlWrite write) {
        writes.add(write);
    }

    List<SqlWrite> writes() {
        return writes;
    }

    /** Whether the move has changed the state, or left and entered the same one. */
    public boolean hasTransitions() {
        return entries().stream().anyMatch(HistoryEntry::countsAsTransition);
    }

    /** The number of the first history entry of the move. */
    public int firstEntryNumber() {
        return entries().isEmpty()
                ? task.lastEntryNumber() + 1
                : entries().get(0).number();
    }

    /** The state before the move; null for a new task. */
    public String origin() {
        return origin;
    }

    public boolean isNew() {
        return newTask != null;
    }

    NewTask newTask() {
        return newTask;
    }

    /** The move that creates this task as a subtask; null if none does. */
    public Move creator() {
        return newTask == null || newTask.parent() == null
                ? null
                : newTask.parent().move();
    }

    /** @return how many subtasks have been counted, with these */
    public int countCreated(int subtasks) {
        created += subtasks;
        return created;
    }

    /** How many messages led to this move. */
    public int hops() {
        return creator() == null ? request.hops() : creator().hops();
    }

    List<HistoryEntry> entries() {
        return tracker.entries();
    }

    State state() {
        return lifecycle().state(task.state());
    }

    /** The exit that the request selects; it throws a refusal if there is none. */
    Exit exit() {
        return tracker.exit();
    }

    /** Checks the guard of the exit for one of several participants; only the last one's completion takes the exit. */
    void admitPart() {
        tracker.admitPart();
    }

    /** The name of the diagram element that the token passed last. */
    public String elementName() {
        return tracker.elementName();
    }

    @Override
    public void begins(Token token) {
        task.processInstanceId(token.processInstanceId());
    }

    @Override
    public void passes(Token token, String element) {
        tracker.pass(token, element);
    }

    @Override
    public void leaves(Token token, String element) {
        tracker.leave(token, element);
    }

    @Override
    public void waitsForPerson(String userTaskId) {
        task.waitId(userTaskId);
    }

    @Override
    public boolean raisesError() {
        return exit().raised();
    }

    @Override
    public void leaseRunsOut() {
        tracker.loseWork();
    }

    @Override
    public void startsSubtasks() {
        moves.extensions().startSubtasks(this, state().subtasks());
    }

    void send(ThrownMessage message) {
        moves.extensions().send(this, message);
    }

    /** Adds an entry to the history for a change that is no transition. */
    public void recordEdit(ObjectNode changes) {
        tracker.entries().add(HistoryEntry.edit(task, actor, now(), changes));
    }

    @Override
    public void isDue(Instant date) {
        if (task.timerDueAt() == null || date.isBefore(task.timerDueAt())) {
            task.timerDueAt(date);
        }
    }

    @Override
    public void opens(Part part) {
        participants().open(part);
    }

    @Override
    public void reassigns(Part part) {
        participants().reassign(part);
    }

    @Override
    public void reassigns(String from, String to) {
        userTaskAssignment().reassign(from, to);
    }

    @Override
    public void changes(Candidate candidate) {
        userTaskAssignment().change(candidate);
    }

    @Override
    public void completes(Part part) {
        participants().complete(part);
    }

    @Override
    public TasklistEntry tasklistEntry() {
        return new TasklistEntry(task.title(), task.priority());
    }

    @Override
    public void ends(Token token) {
        if (!task.ended()) {
            if (token.deleteReason() == null && !token.cancelled()) {
                throw refusalAtOrigin(
                        Reason.INVALID,
                        List.of(new Fault(
                                "diagram",
                                "the way through the diagram ends in no state; an admin has to draw an end event with"
                                        + " a property 'state'")));
            }
            tracker.abandon(token.deleteReason());
        }
    }

    @Override
    public Object value(String name) {
        return moves.values().of(this, name);
    }

    @Override
    public void write(SqlWrites to) {
        moves.write(this, to);
    }

    /**
     * Applies a trigger that the diagram allows for ended tasks.
     *
     * @return whether the request is such a trigger; if not, nothing has changed
     */
    boolean applyAfterEnd() {
        State.Afterwards afterwards = task.ended() && !task.abandoned() ? state().afterwards() : null;
        if (afterwards == null || !afterwards.exit().trigger().equals(request.trigger())) {
            return false;
        }
        moves.guards().admit(this, afterwards.exit());
        record(
                "afterwards",
                Json.object().put("trigger", trigger()).put("eventId", eventId).set("payload", request.payload()));
        if (afterwards.work() != null) {
            moves.guards().postEndAction(afterwards.work()).execute(this);
        }
        return true;
    }

    /**
     * Refuses a request by target state if the data led the task elsewhere. One of several parts leads there with the
     * others.
     */
    void requireTarget() {
        String to = request.to();
        boolean partOfMany = state().isMultiInstance() && task.state().equals(origin);
        if (to != null
                && !partOfMany
                && !to.equals(task.state())
                && entries().stream().noneMatch(entry -> entry.to().equals(to))) {
            throw refusal(
                    origin,
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to",
                            "'" + trigger() + "' would lead to '" + task.state() + "' now, not to '" + to + "'")));
        }
    }

    public Refusal refusal(Reason reason, List<Fault> faults) {
        return refusal(task.ended() ? null : task.state(), reason, faults);
    }

    /** For what goes wrong on the way to another state: the task stays where the move began. */
    Refusal refusalAtOrigin(Reason reason, List<Fault> faults) {
        return refusal(origin, reason, faults);
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
                new Refusal.Attempt(
                        task.lifecycle(), task.id(), from == null ? task.state() : from, wanted, actor.id()));
    }
}
