package dev.baton.engine;

/** A new version of a lifecycle was deployed here; published in its transaction. */
record LifecycleDeployed(String key) {}
