package dev.baton.ledger;

import dev.baton.engine.OpenUserTasks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The SQL conditions of a filter, each of which an index answers. */
final class TaskConditions {

    private static final String ASSIGNED =
            "SELECT id FROM task WHERE assignee = ? UNION SELECT task_id FROM task_assignment WHERE user_id = ?";

    private static final String BLOCKED_BY_FAILED = """
            ended_at IS NULL AND id IN (
              SELECT d.task_id FROM task_dependency d JOIN task b ON b.id = d.blocker_id
              WHERE b.ended_at IS NOT NULL AND NOT b.satisfied)""";

    private final List<String> conditions = new ArrayList<>(List.of("NOT removed"));
    private final List<Object> values = new ArrayList<>();

    TaskConditions(TaskFilter filter) {
        equal("lifecycle", filter.lifecycle());
        if (!filter.states().isEmpty()) {
            add("state IN (" + placeholders(filter.states()) + ")", filter.states());
        }
        if (filter.active() != null) {
            add(filter.active() ? "ended_at IS NULL" : "ended_at IS NOT NULL");
        }
        if (filter.assignee() != null) {
            add(among(ASSIGNED), filter.assignee(), filter.assignee());
        }
        if (filter.waitingFor() != null) {
            add("process_instance_id IN (" + waiting(filter.waitingFor()) + ")");
        }
        if (filter.mine() != null) {
            values.addAll(List.of(filter.mine().id(), filter.mine().id()));
            add(among(ASSIGNED + " UNION SELECT id FROM task WHERE process_instance_id IN (" + waiting(filter.mine())
                    + ")"));
        }
        filter.flags().forEach(this::flag);
        equal("created_by", filter.createdBy());
        if (filter.blockedBy() != null) {
            add("id IN (SELECT task_id FROM task_dependency WHERE blocker_id = ?)", filter.blockedBy());
        }
        equal("parent_id", filter.parent());
        if (filter.topicStates() != null) {
            add("ended_at IS NULL");
            add(
                    filter.topicStates().isEmpty()
                            ? "1 = 0"
                            : "lifecycle || '/' || state IN (" + placeholders(filter.topicStates()) + ")",
                    filter.topicStates());
        }
        if (filter.text() != null) {
            add("id IN (SELECT task_id FROM task_text WHERE text LIKE ? ESCAPE '!')", pattern(filter.text()));
        }
        if (!filter.abandoned() && !filter.flags().contains(Flags.ABANDONED)) {
            add("NOT abandoned");
        }
    }

    /** H2 would run a bare UNION for every row. */
    private static String among(String ids) {
        return "id IN (SELECT found.id FROM (" + ids + ") found)";
    }

    /** Only tasks that come behind another one in the order. */
    void after(TaskFilter.Sort sort, Object value, long seq) {
        String comparison = sort.ascending ? ">" : "<";
        if (sort == TaskFilter.Sort.CREATED) {
            add("seq > ?", seq);
        } else {
            add("(" + sort.column + ", seq) " + comparison + " (?, ?)", value, seq);
        }
    }

    String sql() {
        return String.join(" AND ", conditions);
    }

    List<Object> values() {
        return values;
    }

    private void flag(String name) {
        switch (name) {
            case Flags.ABANDONED -> add("abandoned");
            case Flags.BLOCKED_BY_FAILED -> add(BLOCKED_BY_FAILED);
            default -> add("flags <> '' AND ' ' || flags || ' ' LIKE ?", "% " + name + " %");
        }
    }

    private String waiting(TaskFilter.Person person) {
        values.addAll(OpenUserTasks.values(person.id(), person.groups()));
        return OpenUserTasks.instancesWaitingFor(person.groups());
    }

    private void equal(String column, String value) {
        if (value != null) {
            add(column + " = ?", value);
        }
    }

    private void add(String condition, Object... more) {
        add(condition, List.of(more));
    }

    private void add(String condition, Collection<?> more) {
        conditions.add(condition);
        values.addAll(more);
    }

    private static String placeholders(Collection<?> values) {
        return String.join(",", Collections.nCopies(values.size(), "?"));
    }

    private static String pattern(String text) {
        return "%" + text.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%";
    }
}
