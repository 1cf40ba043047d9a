package dev.baton.engine.token;

import java.util.function.Function;

/** A bean that diagrams can name as a delegate or listener. */
public interface TokenDelegate {

    /** @param inputs values of the input parameters that the diagram gives it, by name; null for unknown names */
    void run(TokenMove move, Function<String, Object> inputs);
}
