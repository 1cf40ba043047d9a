package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.engine.ExecutionRow;
import dev.baton.engine.Token;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A task as the ledger keeps it. A move works on its own copy, which is written when the engine writes and dropped
 * when the move is refused.
 */
public final class Task {

    public static final int DEFAULT_PRIORITY = 100;
    public static final int DEFAULT_MAX_ATTEMPTS = 3;

    final String id;
    final String lifecycle;
    int version;
    String definitionId;
    String processInstanceId;
    String waitId;
    String state;
    boolean terminal;
    String title;
    int priority = DEFAULT_PRIORITY;
    String assignee;
    int attempts;
    int maxAttempts = DEFAULT_MAX_ATTEMPTS;
    int leaseEpoch;
    Instant leaseExpiresAt;
    Instant timerDueAt;
    int moves;
    ObjectNode data;
    String createdBy;
    Instant createdAt;
    Instant updatedAt;
    Instant stateEnteredAt;
    Instant endedAt;
    boolean abandoned;
    boolean removed;
    boolean satisfied;
    Set<String> flags = new TreeSet<>();
    Integer unmetBlockers;
    Boolean dependent;
    long seq;
    List<ExecutionRow> tokens = new ArrayList<>();

    Task(String id, String lifecycle) {
        this.id = id;
        this.lifecycle = lifecycle;
    }

    /** A task that has entered no state yet. */
    public static Task create(String id, String lifecycle, int version, String definitionId, String by, Instant now) {
        Task task = new Task(id, lifecycle);
        task.version = version;
        task.definitionId = definitionId;
        task.title = id;
        task.createdBy = by;
        task.createdAt = now;
        return task;
    }

    /** The process instance that moves it. */
    public void startedAs(String instance) {
        processInstanceId = instance;
    }

    public void enter(State entered, Instant now) {
        state = entered.name();
        terminal = entered.terminal();
        satisfied = entered.satisfies();
        stateEnteredAt = now;
        endedAt = terminal ? now : null;
        flags.clear();
    }

    /** @param id the execution or user task in which the engine waits; null when the task has ended */
    public void waitsAt(String id) {
        waitId = id;
    }

    public void abandon(Instant now) {
        abandoned = true;
        timerDueAt = null;
        endedAt = now;
        waitId = null;
    }

    /** Out of the lists; the ledger keeps it. */
    public void remove() {
        removed = true;
    }

    public void migrate(String toDefinitionId, int toVersion) {
        definitionId = toDefinitionId;
        version = toVersion;
    }

    /** The number of the next entry in its history. */
    public int nextStep() {
        return ++moves;
    }

    public void updatedAt(Instant now) {
        updatedAt = now;
    }

    public void title(String text) {
        title = text;
    }

    public void priority(int number) {
        priority = number;
    }

    public void attempts(int count) {
        attempts = count;
    }

    public void maxAttempts(int count) {
        maxAttempts = count;
    }

    public void data(ObjectNode document) {
        data = document;
    }

    public String id() {
        return id;
    }

    public String lifecycle() {
        return lifecycle;
    }

    public int version() {
        return version;
    }

    public String definitionId() {
        return definitionId;
    }

    public String processInstanceId() {
        return processInstanceId;
    }

    /** What the engine calls the place where the task waits. */
    public String waitId() {
        return waitId;
    }

    /** What was read of the engine's along with the task, once: afterwards it is as the engine says. */
    public List<ExecutionRow> takeTokens() {
        List<ExecutionRow> taken = tokens;
        tokens = new ArrayList<>();
        return taken;
    }

    /** When the timer on its state is due, where the engine has to be told then. */
    public Instant timerDueAt() {
        return timerDueAt;
    }

    /** The engine has been told, or is to be told at another time. */
    public void timerDueAt(Instant due) {
        timerDueAt = due;
    }

    public String state() {
        return state;
    }

    public boolean terminal() {
        return terminal;
    }

    public String title() {
        return title;
    }

    public int priority() {
        return priority;
    }

    public String assignee() {
        return assignee;
    }

    /** Whom callers see as the one who works on it; null for nobody. */
    public void assignTo(String user) {
        assignee = user;
    }

    public int attempts() {
        return attempts;
    }

    public int maxAttempts() {
        return maxAttempts;
    }

    public Lease lease() {
        return leaseExpiresAt == null ? null : new Lease(leaseEpoch, leaseExpiresAt);
    }

    public ObjectNode data() {
        return data;
    }

    public String createdBy() {
        return createdBy;
    }

    public Instant createdAt() {
        return createdAt;
    }

    public Instant updatedAt() {
        return updatedAt;
    }

    public Instant stateEnteredAt() {
        return stateEnteredAt;
    }

    /** No longer running: in a terminal state or abandoned. */
    public boolean ended() {
        return endedAt != null;
    }

    public boolean removed() {
        return removed;
    }

    public boolean abandoned() {
        return abandoned;
    }

    /** Ended so that those who wait for it can go on. */
    public boolean satisfied() {
        return satisfied;
    }

    /** What people should notice about it. */
    public Set<String> flags() {
        return flags;
    }

    /** Whether it depends on others at all; null where nobody has looked. */
    public Boolean dependent() {
        return dependent;
    }

    public void dependent(boolean depends) {
        dependent = depends;
    }

    /** How many of its blockers were unfinished when it was made; known only while it is made. */
    public void unmetBlockers(int count) {
        unmetBlockers = count;
    }

    public Integer unmetBlockers() {
        return unmetBlockers;
    }

    public long seq() {
        return seq;
    }

    public Instant leaseExpiresAt() {
        return leaseExpiresAt;
    }

    /** @param holder null to leave it with whoever has it */
    public void startLease(String holder, Token.Timer timer) {
        leaseEpoch++;
        assignee = holder == null ? assignee : holder;
        renewLease(timer);
    }

    /** An ended task still shows who did it. */
    public void endLease() {
        timerDueAt = null;
        if (leaseExpiresAt != null) {
            leaseExpiresAt = null;
            assignee = terminal ? assignee : null;
        }
    }

    /** The holder's time starts over: the lease lasts as long as the timer on the state. */
    public void renewLease(Token.Timer timer) {
        leaseExpiresAt = timer.due();
        timerDueAt = timer.inEngine() ? null : timer.due();
    }

    public boolean heldBy(String actor, Integer epoch) {
        return leaseExpiresAt != null && actor.equals(assignee) && epoch != null && epoch == leaseEpoch;
    }
}
