package dev.baton.engine;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.camunda.bpm.engine.FilterService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.filter.Filter;
import org.camunda.bpm.engine.impl.TaskQueryImpl;
import org.camunda.bpm.engine.task.TaskQuery;
import org.springframework.stereotype.Component;

/**
 * Tasklist's filters, shared by all users. A user task with the property {@code list} is also in the filter of that name, for
 * its assignee and candidate groups.
 */
@Component
class TasklistFilters {

    private static final String ME = "${currentUser()}";
    private static final String MY_GROUPS = "${currentUserGroups()}";

    /** The property of a filter with the user tasks that it is for. */
    private static final String MEMBERS = "batonUserTasks";

    private static final String MEMBER_SEPARATOR = "/";

    private final ProcessEngine engine;

    TasklistFilters(ProcessEngine engine) {
        this.engine = engine;
    }

    void prepare() {
        create("Assigned to me", "Everything that waits for me", 10, query().taskAssigneeExpression(ME));
        create(
                "Unassigned in my groups",
                "Waits for somebody in one of my groups to claim it",
                40,
                query().taskCandidateGroupInExpression(MY_GROUPS).taskUnassigned());
        create("Overdue", "The time for it is up", 50, query().dueBeforeExpression("${now()}"));
        create("Everything", "All that waits for a person", 90, query());
    }

    /**
     * Updates the filters after a deployment, each once: a query does not see what the same command has saved.
     *
     * @param lists for each lifecycle the user tasks that are in a list, and the list's name
     */
    void update(Map<String, Map<String, String>> lists) {
        Map<String, Filter> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        filters().createFilterQuery().list().forEach(filter -> known.putIfAbsent(filter.getName(), filter));
        Map<String, Set<String>> members = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        known.values().stream()
                .filter(filter ->
                        filter.getProperties() != null && filter.getProperties().containsKey(MEMBERS))
                .forEach(filter -> members.put(filter.getName(), membersWithout(filter, lists.keySet())));
        Set<String> changed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        members.forEach((list, rest) -> {
            if (rest.size() < members(known.get(list)).size()) {
                changed.add(list);
            }
        });
        lists.forEach((lifecycle, tasks) -> tasks.forEach((task, list) -> {
            members.computeIfAbsent(list, l -> new TreeSet<>()).add(lifecycle + MEMBER_SEPARATOR + task);
            changed.add(list);
        }));
        changed.forEach(list -> save(list, known.get(list), members.get(list)));
    }

    private void save(String list, Filter known, Set<String> members) {
        if (known == null) {
            create(list, "Assigned to me, or for my groups to claim", 20, mine(members), members);
        } else if (known.getProperties() != null && known.getProperties().containsKey(MEMBERS)) {
            if (!members(known).equals(members)) {
                Map<String, Object> properties = new LinkedHashMap<>(known.getProperties());
                properties.put(MEMBERS, List.copyOf(members));
                filters().saveFilter(known.setProperties(properties).setQuery(mine(members)));
            }
        } else if (known.<TaskQuery>getQuery() instanceof TaskQueryImpl query && query.getKeys() != null) {
            Map<String, Object> properties =
                    new LinkedHashMap<>(known.getProperties() == null ? Map.of() : known.getProperties());
            properties.put(MEMBERS, List.copyOf(members)); // a list of an earlier version of the server
            filters().saveFilter(known.setProperties(properties).setQuery(mine(members)));
        }
    }

    private static Set<String> members(Filter filter) {
        Set<String> members = new TreeSet<>();
        if (filter.getProperties().get(MEMBERS) instanceof Collection<?> stored) {
            stored.forEach(member -> members.add(String.valueOf(member)));
        }
        return members;
    }

    private static Set<String> membersWithout(Filter filter, Set<String> lifecycles) {
        Set<String> members = members(filter);
        members.removeIf(member -> lifecycles.contains(member.split(MEMBER_SEPARATOR)[0]));
        return members;
    }

    /** A list that nothing is in any more asks for a user task that no diagram can have. */
    private TaskQuery mine(Set<String> members) {
        String[] lifecycles = part(members, 0);
        String[] tasks = part(members, 1);
        return mine(query().processDefinitionKeyIn(lifecycles).taskDefinitionKeyIn(tasks));
    }

    private static TaskQuery mine(TaskQuery query) {
        return query.or()
                .taskAssigneeExpression(ME)
                .taskCandidateGroupInExpression(MY_GROUPS)
                .endOr();
    }

    private static String[] part(Set<String> members, int index) {
        return members.isEmpty()
                ? new String[] {"-"}
                : members.stream()
                        .map(member -> member.split(MEMBER_SEPARATOR)[index])
                        .distinct()
                        .toArray(String[]::new);
    }

    private void create(String name, String description, int position, TaskQuery query) {
        create(name, description, position, query, null);
    }

    private void create(String name, String description, int position, TaskQuery query, Set<String> members) {
        if (find(name) == null) {
            Map<String, Object> properties = new LinkedHashMap<>();
            properties.put("description", description);
            properties.put("priority", position);
            properties.put("refresh", true);
            properties.put("showUndefinedVariable", false);
            if (members != null) {
                properties.put(MEMBERS, List.copyOf(members));
            }
            filters()
                    .saveFilter(filters()
                            .newTaskFilter(name)
                            .setProperties(properties)
                            .setQuery(query));
        }
    }

    private Filter find(String name) {
        return filters().createFilterQuery().filterName(name).list().stream()
                .findFirst()
                .orElse(null);
    }

    /** Highest priority first, then oldest first. */
    private TaskQuery query() {
        TaskService tasks = engine.getTaskService();
        return tasks.createTaskQuery()
                .active()
                .orderByTaskPriority()
                .desc()
                .orderByTaskCreateTime()
                .asc();
    }

    private FilterService filters() {
        return engine.getFilterService();
    }
}
