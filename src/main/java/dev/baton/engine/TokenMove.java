package dev.baton.engine;

import dev.baton.database.SqlWrites;

/**
 * A move of one process instance. The engine tells it of every step that the token takes, whoever set the token going;
 * an exception undoes the step.
 */
public interface TokenMove {

    /** What one of several people has to do in a state; {@code assignee} is null while it is open to whoever fits. */
    record Part(String userTaskId, String assignee) {}

    /** The process instance of a new task was started. */
    void begins(Token token);

    /** An arrow is taken or a node is entered. */
    void passes(Token token, String element);

    void leaves(Token token, String element);

    /** A user task was created for the state that the token has entered. */
    void waitsForPerson(String userTaskId);

    /** The state that the token has entered waits for several people, and this is one part. */
    void opens(Part part);

    /** A part was assigned to somebody, or to nobody. */
    void reassigns(Part part);

    /** Where one person acts for all: who had the user task and who is to have it; null stands for nobody. */
    void reassigns(String from, String to);

    /**
     * Somebody who is shown a user task, or a group.
     *
     * @param user null for a group
     * @param added whether they are shown it from now on, or no longer
     */
    record Candidate(String user, String group, boolean added) {

        public String name() {
            return user == null ? group : user;
        }
    }

    void changes(Candidate candidate);

    /** A part is about to be completed; the state may wait for others. */
    void completes(Part part);

    /** What Tasklist shows of the task. */
    TasklistEntry card();

    /** The process instance ends or is deleted. */
    void ends(Token token);

    /** The trigger that the arrows behind a gateway are compared with. */
    String trigger();

    /** What a name means in an expression of the diagram. */
    Object value(String name);

    /** Writes what the move has changed; called once, right before the engine flushes. */
    void write(SqlWrites to);
}
