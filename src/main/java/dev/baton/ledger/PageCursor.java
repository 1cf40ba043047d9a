package dev.baton.ledger;

import dev.baton.database.TimeColumns;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a page of a list ended: the sorted value of its last task and that task's number. Written as {@code seq} or
 * {@code value~seq}.
 */
public record PageCursor(String value, long seq) {

    public static PageCursor behind(Task task, TaskFilter.Sort sort) {
        String value = switch (sort) {
            case CREATED -> null;
            case PRIORITY -> String.valueOf(task.priority);
            case UPDATED -> task.updatedAt.toString();
            case ENTERED -> task.stateEnteredAt.toString();
        };
        return new PageCursor(value, task.seq);
    }

    /** Empty if the text is no cursor of a list in that order. */
    public static Optional<PageCursor> parse(String text, TaskFilter.Sort sort) {
        try {
            int separator = text.indexOf('~');
            if ((separator >= 0) == (sort == TaskFilter.Sort.CREATED)) {
                return Optional.empty();
            }
            PageCursor cursor = new PageCursor(
                    separator < 0 ? null : text.substring(0, separator), Long.parseLong(text.substring(separator + 1)));
            cursor.value(sort);
            return cursor.seq < 0 ? Optional.empty() : Optional.of(cursor);
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    Object value(TaskFilter.Sort sort) {
        return switch (sort) {
            case CREATED -> null;
            case PRIORITY -> Integer.valueOf(value);
            default -> TimeColumns.value(Instant.parse(value));
        };
    }

    @Override
    public String toString() {
        return value == null ? String.valueOf(seq) : value + "~" + seq;
    }
}
