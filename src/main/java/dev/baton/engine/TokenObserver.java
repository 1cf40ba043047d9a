package dev.baton.engine;

/** Hears every step that a token takes, through whichever door the step was ordered. An exception undoes the step. */
public interface TokenObserver {

    /** What a move can be ordered by. */
    enum Part {
        JOB,
        EXECUTION,
        USER_TASK,
        INSTANCE,
        BUSINESS_KEY
    }

    /** A move is about to begin at one of the engine's doors, and nothing of its process instance has been read yet. */
    void beforeMove(Part part, String id);

    void begins(Token token);

    /** An arrow is taken or a node is entered. */
    void passes(Token token, String element);

    void leaves(Token token, String element);

    /** A person's task was made for the state that the token has entered. */
    void waitsForPerson(Token token, String userTaskId);

    /**
     * What one of several people has to do in a state.
     *
     * @param assignee null while it is open to whoever fits
     */
    record Share(String userTaskId, String assignee) {}

    /** The state that the token has entered waits for several people, and this is one. */
    void opens(Token token, Share share);

    /** Somebody, or nobody, is to do it now. */
    void changesHands(Token token, Share share);

    /** Where one person acts for all: who had the user task and who is to have it; null stands for nobody. */
    void changesHands(Token token, String from, String to);

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

    void changes(Token token, Candidate candidate);

    /** One of them is about to be done; the state may wait for others. */
    void isDone(Token token, Share share);

    /** What to show of the task that the token belongs to. */
    Card card(Token token);

    void ends(Token token);

    /** The trigger of the move under way. */
    String trigger(Token token);

    /** What a name means in an expression of the diagram. */
    Object value(Token token, String name);

    /** Whether diagrams can demand a rule of that name. */
    boolean isRule(String name);

    /** Whether diagrams can have work of that name done after a task has ended. */
    boolean isAfterwork(String name);

    /** The engine is about to write: the last moment to write along with it. */
    void beforeFlush();

    void afterCommand();

    /** A move that came through one of the engine's own doors was refused. */
    void refused(Refusal refusal);
}
