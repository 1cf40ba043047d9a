package dev.baton.claim;

import dev.baton.claim.Claims.ReadyState;
import dev.baton.ledger.Task;
import java.util.Optional;

/** The tasks that wait for a worker. There is an implementation for each database. */
interface ReadyQueue {

    /** Locks the first task that no other transaction has locked, until this transaction ends. */
    Optional<Task> lockFirst(ReadyState readyState);
}
