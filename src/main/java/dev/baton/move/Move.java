package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.database.SqlWrite;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A move of one task: the request, the actor, and what has changed so far. Delegates and rules work on it. */
public final class Move {

    private final Task task;
    private final NewTask newTask;
    private final DeployedLifecycle deployed;
    private final Actor actor;
    private final MoveRequest request;
    private final boolean fromVariables;
    private final Moves moves;
    private final TokenTracker tracker;
    private final MoveSteps steps;
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
        this.steps = new MoveSteps(this, moves);
    }

    /** What the engine calls for each step of the token. */
    MoveSteps steps() {
        return steps;
    }

    TokenTracker tracker() {
        return tracker;
    }

    MoveRequest request() {
        return request;
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

    public String trigger() {
        return tracker.trigger();
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
        return request.target();
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

    /** Ends a lease that has run out, so that somebody else can claim the task, and notes it in the history. */
    public void releaseLease() {
        tracker.releaseLease();
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
        return newTask == null ? null : newTask.creator();
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

    /** The name of the diagram element that the token passed last. */
    public String elementName() {
        return tracker.elementName();
    }

    /** Adds an entry to the history for a change that is no transition. */
    public void recordEdit(ObjectNode changes) {
        tracker.entries().add(HistoryEntry.edit(task, actor, now(), changes));
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
        Set<String> targets = from == null ? Set.of() : lifecycle().targets(from);
        Refusal.Attempt attempt = request.attempt(task, from == null ? task.state() : from, actor);
        return new Refusal(reason, "Task " + task.id() + ": " + text, faults, targets, attempt);
    }
}
