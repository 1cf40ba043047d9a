package dev.baton.ledger;

/** Published in a transaction that has written events; listeners are to hear of them after the commit. */
public record EventsWritten() {}
