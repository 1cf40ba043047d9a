package dev.baton.engine;

/** Published in the transaction that deploys a new version of a lifecycle. */
record LifecycleDeployed(String key) {}
