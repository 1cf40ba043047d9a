package dev.baton.engine;

/** Title and priority of a task in Tasklist. */
public record TasklistEntry(String title, int priority) {}
