package dev.baton.engine;

/** A bean that diagrams can name as a delegate or listener. */
public interface TokenDelegate {

    void run(TokenMove move);
}
