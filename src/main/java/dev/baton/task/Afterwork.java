package dev.baton.task;

/** What is done when an ended task takes one more word. The task's state stays. */
public interface Afterwork {

    void happens(Move move);
}
