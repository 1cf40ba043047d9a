package dev.baton.engine;

/** Published in the transaction that creates or deletes a user: what an earlier user of that name had is not theirs. */
public record UserCreatedOrDeleted(String user) {}
