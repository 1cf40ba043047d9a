package dev.baton.database;

/** Takes the statements that make up one change, in the order in which they are to be executed. */
@FunctionalInterface
public interface SqlWrites {

    void add(SqlWrite write);
}
