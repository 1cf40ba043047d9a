package dev.baton.claim;

import dev.baton.claim.Claims.Counter;
import dev.baton.ledger.Task;
import java.util.Optional;

/** The tasks that wait for a worker. Each database has its own way to give one to exactly one caller, quickly. */
interface ReadyQueue {

    /** The first one that nobody else is taking at this moment, locked until the transaction ends. */
    Optional<Task> first(Counter counter);
}
