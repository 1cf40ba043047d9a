package dev.baton.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

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
    int moves;
    ObjectNode data;
    String createdBy;
    Instant createdAt;
    Instant updatedAt;
    Instant stateEnteredAt;
    Instant endedAt;
    boolean abandoned;
    boolean removed;
    long seq;

    Task(String id, String lifecycle) {
        this.id = id;
        this.lifecycle = lifecycle;
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

    public boolean abandoned() {
        return abandoned;
    }

    public long seq() {
        return seq;
    }

    public void assign(String to) {
        assignee = to;
    }

    public void attempted() {
        attempts++;
    }
}
