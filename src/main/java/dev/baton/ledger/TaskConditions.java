package dev.baton.ledger;

import dev.baton.engine.tasklist.OpenUserTasks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * SQL conditions for the tasks of a filter. They are about active tasks or about ended ones, which have indexes of their own;
 * a filter for both needs a query for each.
 */
final class TaskConditions {

    private static final String ASSIGNED = """
            SELECT id FROM task WHERE assignee = ? AND ended_at IS NULL AND NOT removed
            UNION SELECT task_id FROM task_assignment WHERE user_id = ?""";

    private static final String AMONG_ASSIGNEES = "SELECT task_id FROM task_assignment WHERE user_id = ?";

    private static final String BLOCKED_BY_FAILED = """
            SELECT d.task_id FROM task waiting JOIN task_dependency d ON d.task_id = waiting.id
              JOIN task b ON b.id = d.blocker_id
            WHERE waiting.ended_at IS NULL AND NOT waiting.removed AND b.ended_at IS NOT NULL AND NOT b.satisfied""";

    private final List<String> conditions = new ArrayList<>(List.of("NOT removed"));
    private final List<Object> values = new ArrayList<>();
    private final boolean postgres;

    private TaskConditions(boolean postgres) {
        this.postgres = postgres;
    }

    /** For each query that is needed, the conditions; no task meets two of them. */
    static List<TaskConditions> of(TaskFilter filter, StateKinds kinds, boolean postgres) {
        List<TaskConditions> queries = new ArrayList<>();
        if (filter.mayBeActive(kinds)) {
            queries.add(ofActive(filter, postgres));
        }
        if (filter.mayHaveEnded(kinds)) {
            queries.addAll(ofEnded(filter, postgres));
        }
        return queries;
    }

    private static TaskConditions ofActive(TaskFilter filter, boolean postgres) {
        TaskConditions active = new TaskConditions(postgres);
        active.add("ended_at IS NULL");
        if (filter.assignee() != null) {
            active.add(active.among("id", ASSIGNED), filter.assignee(), filter.assignee());
        }
        if (filter.waitingFor() != null) {
            active.add(active.among("process_instance_id", active.waiting(filter.waitingFor())));
        }
        if (filter.mine() != null) {
            String me = filter.mine().id();
            active.values.addAll(List.of(me, me));
            active.add(active.among(
                    "id",
                    ASSIGNED + " UNION SELECT id FROM task WHERE process_instance_id IN ("
                            + active.waiting(filter.mine()) + ")"));
        }
        active.common(filter);
        return active;
    }

    /** A person's ended tasks can be many: those of the first assignee are read in the order of an index. */
    private static List<TaskConditions> ofEnded(TaskFilter filter, boolean postgres) {
        List<String> people = new ArrayList<>();
        if (filter.assignee() != null) {
            people.add(filter.assignee());
        }
        if (filter.mine() != null) {
            people.add(filter.mine().id());
        }
        TaskConditions ended = ended(filter, postgres);
        if (people.isEmpty()) {
            return List.of(ended);
        }
        TaskConditions others = ended(filter, postgres);
        ended.add("assignee = ?", people.get(0));
        others.add("(assignee IS NULL OR assignee <> ?)", people.get(0));
        others.add(others.among("id", AMONG_ASSIGNEES), people.get(0));
        for (String person : people.subList(1, people.size())) {
            for (TaskConditions each : List.of(ended, others)) {
                each.add("(assignee = ? OR id IN (" + AMONG_ASSIGNEES + "))", person, person);
            }
        }
        return List.of(ended, others);
    }

    private static TaskConditions ended(TaskFilter filter, boolean postgres) {
        TaskConditions ended = new TaskConditions(postgres);
        ended.add("ended_at IS NOT NULL");
        if (!filter.includesAbandoned()) {
            ended.add("NOT abandoned");
        }
        ended.common(filter);
        return ended;
    }

    private void common(TaskFilter filter) {
        equal("lifecycle", filter.lifecycle());
        if (!filter.states().isEmpty()) {
            add("state IN (" + placeholders(filter.states(), "?") + ")", filter.states());
        }
        filter.flags().forEach(this::flag);
        equal("created_by", filter.createdBy());
        if (filter.blockedBy() != null) {
            add(among("id", "SELECT task_id FROM task_dependency WHERE blocker_id = ?"), filter.blockedBy());
        }
        equal("parent_id", filter.parent());
        if (filter.topicStates() != null) {
            add(
                    filter.topicStates().isEmpty()
                            ? "1 = 0"
                            : "(lifecycle, state) IN (" + placeholders(filter.topicStates(), "(?,?)") + ")",
                    filter.topicStates().stream()
                            .flatMap(name -> List.of(name.split("/", 2)).stream())
                            .toList());
        }
        if (filter.text() != null) {
            add("id IN (SELECT task_id FROM task_text WHERE text LIKE ? ESCAPE '!')", pattern(filter.text()));
        }
    }

    /**
     * Few tasks, looked up by their ids. PostgreSQL would read all tasks in the order of the list instead if it expected more.
     * H2 would run a bare UNION for every row.
     */
    private String among(String column, String ids) {
        return postgres
                ? column + " = ANY (ARRAY(" + ids + "))"
                : column + " IN (SELECT found.* FROM (" + ids + ") found)";
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
            case Flags.BLOCKED_BY_FAILED -> add(among("id", BLOCKED_BY_FAILED));
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

    private static String placeholders(Collection<?> values, String each) {
        return String.join(",", Collections.nCopies(values.size(), each));
    }

    private static String pattern(String text) {
        return "%" + text.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%";
    }
}
