package dev.baton.database;

/** Receives the statements of one change, in the order of their execution. */
@FunctionalInterface
public interface SqlWrites {

    void add(SqlWrite write);
}
