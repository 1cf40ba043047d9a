package dev.baton.engine.identity;

/** Published after users or groups were changed. */
public record IdentitiesChanged() {}
