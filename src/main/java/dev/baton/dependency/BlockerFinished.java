package dev.baton.dependency;

import dev.baton.ledger.Task;

/**
 * Event: a blocker of a task has finished, and the task does not go on by itself.
 *
 * @param blocker null if the last blocker was removed instead
 * @param unfinished how many blockers the task still waits for
 */
public record BlockerFinished(Task task, String blocker, int unfinished) {}
