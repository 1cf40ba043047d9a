package dev.baton.ledger;

/** Published in a transaction that has written events, for listeners after its commit. */
public record EventsWritten() {}
