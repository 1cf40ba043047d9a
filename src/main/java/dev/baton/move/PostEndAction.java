package dev.baton.move;

/** What is done when an ended task takes one more word. The task's state stays. */
public interface PostEndAction {

    void happens(Move move);
}
