package dev.baton.engine;

/** Published after users or groups were changed. */
public record IdentitiesChanged() {}
