package dev.baton.engine;

/** What a person sees of a task in a list. */
public record TasklistEntry(String title, int priority) {}
