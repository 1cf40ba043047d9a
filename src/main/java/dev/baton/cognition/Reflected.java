package dev.baton.cognition;

/** Event: a reflection on an ended task was stored. Published inside the transaction, handled after its commit. */
record Reflected(String taskId, String lifecycle, int facts, boolean episode, String assessment) {}
