package dev.baton.claim;

import dev.baton.ledger.Task;
import java.util.Optional;

/** The tasks that wait for a worker and have attempts left. There is an implementation for each database. */
interface ReadyQueue {

    /** The end of a query for the first task of a ready state, with its values as parameters; it locks nothing. */
    String first();

    /**
     * Locks the first task that no other transaction has locked, until this transaction ends; there is none for a worker who is
     * paused.
     */
    Optional<Task> lockFirst(ReadyState readyState, String worker);
}
