package dev.baton.engine;

/** The largest number of results of a query over the engine's REST. */
public final class QueryLimit {

    public static final int MAX_RESULTS = 10_000;

    private QueryLimit() {}
}
