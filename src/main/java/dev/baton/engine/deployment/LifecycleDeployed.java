package dev.baton.engine.deployment;

/**
 * Published in the transaction that deploys a new version of a lifecycle.
 *
 * @param by the user who deploys it; null for the server itself
 */
public record LifecycleDeployed(String key, int version, String by) {}
