package dev.baton.task;

import java.util.List;

/** Tells the rest of the server what happened to a task; sent in the transaction, to be acted on after it. */
public record TaskMoved(Task task, List<Step> steps) {}
