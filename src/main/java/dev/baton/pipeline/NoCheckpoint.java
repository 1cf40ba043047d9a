package dev.baton.pipeline;

/** The task is no run of a pipeline. */
public class NoCheckpoint extends RuntimeException {

    NoCheckpoint(String id) {
        super("Task " + id + " has no checkpoint: only runs of a pipeline do");
    }
}
