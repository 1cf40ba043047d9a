package dev.baton.engine.identity;

/** Published in the transaction that creates or deletes a user, to delete what belongs to a user of that name. */
public record UserCreatedOrDeleted(String user) {}
