package dev.baton.move;

import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import java.util.List;

/**
 * A task was created, moved or changed; published in its transaction. Listeners hear of it after the commit, on the same
 * thread, so they should not take long.
 */
public record TaskMoved(Task task, List<HistoryEntry> steps) {}
