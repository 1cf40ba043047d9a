package dev.baton.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Which events somebody wants: all conditions have to hold; an empty one always does.
 *
 * @param states the states that the task is in after the event
 */
public record EventFilter(
        Set<String> lifecycles, Set<String> tasks, Set<String> states, Set<String> actors, Set<String> kinds) {

    public static final EventFilter ALL = new EventFilter(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    public boolean matches(Event event) {
        return holds(lifecycles, event.lifecycle())
                && holds(tasks, event.task())
                && holds(states, event.to())
                && holds(actors, event.actor())
                && holds(kinds, event.kind());
    }

    private static boolean holds(Set<String> wanted, String value) {
        return wanted.isEmpty() || value != null && wanted.contains(value);
    }

    /** The same as SQL, each condition with a leading AND. */
    String sql() {
        return in("lifecycle", lifecycles)
                + in("task_id", tasks)
                + in("to_state", states)
                + in("actor", actors)
                + in("kind", kinds);
    }

    private static String in(String column, Set<String> values) {
        return values.isEmpty()
                ? ""
                : " AND " + column + " IN (" + String.join(",", Collections.nCopies(values.size(), "?")) + ")";
    }

    /** The values for {@link #sql}. */
    List<Object> values() {
        List<Object> values = new ArrayList<>();
        List.of(lifecycles, tasks, states, actors, kinds).forEach(values::addAll);
        return values;
    }
}
