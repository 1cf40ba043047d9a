package dev.baton.engine;

/** Users or groups are not what they were. */
public record IdentitiesChanged() {}
