package dev.baton.move;

import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import java.util.List;

/**
 * Event: a task was created, moved or changed. Transactional listeners receive it after the commit, on the thread of the
 * request, so they have to be fast.
 */
public record TaskMoved(Task task, List<HistoryEntry> entries) {}
