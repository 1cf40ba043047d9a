package dev.baton.ledger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.engine.token.ExecutionRow;
import dev.baton.engine.token.Token;
import dev.baton.json.Json;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A task as read from the database. A move changes this copy; it is written when the engine flushes and discarded when
 * the move is refused. The class is long because it has an accessor for nearly every column, and little else.
 */
public final class Task {

    /** Where the data of an abandoned task says who abandoned it, and why. */
    public static final String ABANDONMENT = "abandonment";

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
    Instant claimedAt;
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
    String parentId;
    int parentStep;
    int children;
    long seq;

    /** The document as it is stored; null for a new task. */
    String storedData;

    // Changes that are written to other tables, or as events of their own.
    Set<String> storedFlags = Set.of();
    String lostHolder;
    List<String> newAssignees;
    boolean titleChanged;
    boolean newlyAbandoned;
    boolean newlyRemoved;

    // Read together with the task, to save round trips.
    Integer unmetBlockers;
    Boolean dependent;
    List<ExecutionRow> executions = new ArrayList<>();

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

    public void processInstanceId(String instanceId) {
        processInstanceId = instanceId;
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
    public void waitId(String id) {
        waitId = id;
    }

    public void abandon(Instant now, String by, String reason) {
        data.set(ABANDONMENT, Json.object().put("by", by).put("reason", reason));
        abandoned = true;
        newlyAbandoned = true;
        timerDueAt = null;
        endedAt = now;
        waitId = null;
    }

    /** Hides the task from lists; its row and history stay. */
    public void remove() {
        removed = true;
        newlyRemoved = true;
    }

    public void migrate(String toDefinitionId, int toVersion) {
        definitionId = toDefinitionId;
        version = toVersion;
    }

    /** The number for the next history entry. */
    public int nextEntryNumber() {
        return ++moves;
    }

    public void updatedAt(Instant now) {
        updatedAt = now;
    }

    public void title(String text) {
        title = text;
        titleChanged = true;
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

    /** The id of the execution or user task in which the engine waits. */
    public String waitId() {
        return waitId;
    }

    /** The executions read together with the task. They can be taken once, because the move then changes them. */
    public List<ExecutionRow> takeExecutions() {
        List<ExecutionRow> taken = executions;
        executions = new ArrayList<>();
        return taken;
    }

    /** When the lease timer is due, if the engine has no job for it yet; see {@link Token.Timer}. */
    public Instant timerDueAt() {
        return timerDueAt;
    }

    /** @param due null once the engine has a job for the timer */
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

    /** @param user null for nobody */
    public void assignTo(String user) {
        assignee = user;
        claimedAt = user == null ? null : claimedAt;
    }

    /** Assigns the task to several users, the first of whom is its assignee; to nobody if there are none. */
    public void assignTo(List<String> users) {
        assignee = users.isEmpty() ? null : users.get(0);
        newAssignees = List.copyOf(users);
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

    /** The epoch of the newest lease, whether it is running or over; 0 if there was none yet. */
    public int leaseEpoch() {
        return leaseEpoch;
    }

    /** Who holds the running lease; null if nobody does. */
    public String holder() {
        return leaseExpiresAt == null ? null : assignee;
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

    /** Null unless the task was abandoned. */
    public Instant abandonedAt() {
        return abandoned ? endedAt : null;
    }

    /** Ended in a state that unblocks the tasks that depend on this one. */
    public boolean satisfied() {
        return satisfied;
    }

    /** Markers for people, such as {@code overdue}; cleared when the task enters a state. */
    public Set<String> flags() {
        return flags;
    }

    /** Whether the task has blockers; null if that was not read. */
    public Boolean dependent() {
        return dependent;
    }

    public void dependent(boolean depends) {
        dependent = depends;
    }

    /** How many blockers are unfinished; set only while the task is created. */
    public void unmetBlockers(int count) {
        unmetBlockers = count;
    }

    public Integer unmetBlockers() {
        return unmetBlockers;
    }

    /** The task that this one is a subtask of; null if it is none. */
    public String parentId() {
        return parentId;
    }

    /** @param step the number of the history entry with which the parent began to wait for this task */
    public void parent(String id, int step) {
        parentId = id;
        parentStep = step;
    }

    /** How many subtasks the task has had so far. */
    public int children() {
        return children;
    }

    public void addChildren(int count) {
        children += count;
    }

    /** The number of the newest history entry. */
    public int lastEntryNumber() {
        return moves;
    }

    public long seq() {
        return seq;
    }

    /** When its holder got the task; null while nobody has it. An ended task keeps it, like its assignee. */
    public Instant claimedAt() {
        return claimedAt;
    }

    public void claimedAt(Instant time) {
        claimedAt = time;
    }

    public Instant leaseExpiresAt() {
        return leaseExpiresAt;
    }

    /** @param holder null to keep the assignee */
    public void startLease(String holder, Token.Timer timer, Instant now) {
        leaseEpoch++;
        claimedAt = now;
        assignee = holder == null ? assignee : holder;
        renewLease(timer);
    }

    /** An ended task keeps its assignee, to show who did the work. */
    public void endLease() {
        timerDueAt = null;
        if (leaseExpiresAt != null) {
            leaseExpiresAt = null;
            assignee = terminal ? assignee : null;
        }
    }

    /** Notes for the event that the lease of the current holder has run out. */
    public void leaseLost() {
        lostHolder = holder();
    }

    /** The lease ends, but the task stays with its assignee. */
    public void pauseLease() {
        timerDueAt = null;
        leaseExpiresAt = null;
    }

    /** The lease expires when the timer on the state is due. */
    public void renewLease(Token.Timer timer) {
        leaseExpiresAt = timer.due();
        timerDueAt = timer.inEngine() ? null : timer.due();
    }

    boolean heldBy(String actor, Integer epoch) {
        return leaseExpiresAt != null && actor.equals(assignee) && epoch != null && epoch == leaseEpoch;
    }
}
