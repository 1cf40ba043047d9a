package dev.baton.benchmark;

/** One way to take a task through its whole life: create, claim, start, succeed. */
interface Life extends AutoCloseable {

    String name();

    void live() throws Exception;

    @Override
    default void close() {}
}
