package dev.baton.engine;

/** Published in the transaction that creates or deletes a user, to delete what belongs to a user of that name. */
public record UserCreatedOrDeleted(String user) {}
