package dev.baton.cognition;

/** Somebody reflected on an ended task; sent in the transaction, to be acted on after it. */
record Reflected(String taskId, String lifecycle, int facts, boolean episode, String assessment) {}
