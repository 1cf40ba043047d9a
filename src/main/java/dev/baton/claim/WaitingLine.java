package dev.baton.claim;

import dev.baton.claim.Claims.Counter;
import dev.baton.task.Task;
import java.util.Optional;

/** The tasks that wait for a worker. Each database has its own way to give one to exactly one caller, quickly. */
interface WaitingLine {

    /** The first one that nobody else is taking at this moment, locked until the transaction ends. */
    Optional<Task> first(Counter counter);
}
