package dev.baton.pipeline;

/** The task is not a pipeline run. */
public class CheckpointNotFound extends RuntimeException {

    CheckpointNotFound(String id) {
        super("Task " + id + " has no checkpoint: only runs of a pipeline do");
    }
}
