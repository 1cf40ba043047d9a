package dev.baton.cli.worker;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What {@code baton worker} was called with.
 *
 * @param lifecycle the lifecycle whose tasks are worked on; null for the one that the mapping names
 * @param command run with {@code sh -c} for every task
 * @param folder where the command runs without a repository
 * @param repository null to work without git
 * @param into the branch to merge into; null for the one that is checked out
 * @param worktrees null for a folder beside the repository
 * @param keepLost whether unfinished work of a lost lease stays on a branch
 * @param once whether to end after one task
 * @param waitSeconds how long one claim waits on the server
 * @param grace how long running commands have to finish when the worker is stopped
 * @param timeLimit how long a command may run; null for no limit
 * @param quiet whether to leave out the output of the commands
 * @param token passed to the command; null not to
 */
public record WorkerSettings(
        String mapping,
        String lifecycle,
        String command,
        Path folder,
        Path repository,
        String into,
        Path worktrees,
        Delivery.Mode merge,
        boolean keepLost,
        int parallel,
        boolean once,
        int waitSeconds,
        Duration grace,
        Duration timeLimit,
        boolean quiet,
        String token) {}
