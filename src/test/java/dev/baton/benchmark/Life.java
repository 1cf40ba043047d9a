package dev.baton.benchmark;

/** One way to take a task through its whole life: create, claim, start, complete. */
interface Life {

    void live() throws Exception;

    /** Closes what the current thread has opened. */
    default void disconnect() {}
}
