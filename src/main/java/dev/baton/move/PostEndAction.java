package dev.baton.move;

/** A bean that a diagram names for a trigger that ended tasks still accept. The state of the task does not change. */
public interface PostEndAction {

    void execute(Move move);
}
