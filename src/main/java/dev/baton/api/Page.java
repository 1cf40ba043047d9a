package dev.baton.api;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param more whether another page follows
 */
record Page<T>(List<T> items, boolean more) {

    /** @param found one more than the limit if there are more */
    static <T> Page<T> of(List<T> found, int limit) {
        return found.size() > limit ? new Page<>(found.subList(0, limit), true) : new Page<>(found, false);
    }

    /** What the next page begins after; null if this is the last one. */
    <R> R next(Function<T, R> position) {
        return more ? position.apply(items.get(items.size() - 1)) : null;
    }
}
