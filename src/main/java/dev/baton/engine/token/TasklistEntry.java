package dev.baton.engine.token;

/** Title and priority of a task in Tasklist. */
public record TasklistEntry(String title, int priority) {}
