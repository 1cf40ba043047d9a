package dev.baton.engine.token;

import dev.baton.database.SqlWrites;
import java.time.Instant;

/**
 * A move of one process instance. It is notified of every step of the token, whether the move came from our API, Camunda's API
 * or a timer. An exception rolls the move back.
 */
public interface TokenMove {

    /** One part of a multi-instance user task; {@code assignee} is null while it is offered to candidates. */
    record Part(String userTaskId, String assignee) {}

    /** The process instance of a new task was started. */
    void begins(Token token);

    /** An arrow is taken or a node is entered. */
    void passes(Token token, String element);

    void leaves(Token token, String element);

    /** A user task was created for the state that the token has entered. */
    void waitsForPerson(String userTaskId);

    /** Whether a worker takes the token out of an external task by an error; chooses the exit. */
    boolean raisesError();

    /** The lease on an external task has run out. */
    void leaseRunsOut();

    /** The token has entered a call activity: the task gets its children and waits for them. */
    void startsSubtasks();

    /** A user task of the state has a due date, and no timer of the diagram that would notice when it has passed. */
    void isDue(Instant date);

    /** A part of a multi-instance user task was created. */
    void opens(Part part);

    /** A part was assigned or unassigned. */
    void reassigns(Part part);

    /** A user task that is not multi-instance gets another assignee; null stands for none. */
    void reassigns(String from, String to);

    /**
     * A candidate user or group of a user task.
     *
     * @param user null for a group
     * @param added whether the candidate is added or removed
     */
    record Candidate(String user, String group, boolean added) {

        public String name() {
            return user == null ? group : user;
        }
    }

    void changes(Candidate candidate);

    /** A part is about to be completed; the state may wait for others. */
    void completes(Part part);

    /** Title and priority for Tasklist. */
    TasklistEntry tasklistEntry();

    /** The process instance ends or is deleted. */
    void ends(Token token);

    /** Whether nobody but timers has moved the task since it passed that timer. */
    boolean onlyTimersSince(String timer);

    /** The trigger that the arrows behind a gateway are compared with. */
    String trigger();

    /** The value of a name in an expression of the diagram. */
    Object value(String name);

    /** Writes what the move has changed; called once, right before the engine flushes. */
    void write(SqlWrites to);
}
