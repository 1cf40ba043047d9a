package dev.baton.engine.tasklist;

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
public class TasklistFilters {

    private static final String ME = "${currentUser()}";
    private static final String MY_GROUPS = "${currentUserGroups()}";

    /** The property of a filter with the user tasks that it is for. */
    private static final String MEMBERS = "batonUserTasks";

    private static final String MEMBER_SEPARATOR = "/";

    private static final String FIRST = "Waits for me";

    /** The one list of user tasks that everybody sees as a whole: who is blocked often waits for somebody else. */
    private static final String BLOCKED = "Blocked";

    /** The property of a filter with the release that its query is of. */
    private static final String OF_RELEASE = "batonQueries";

    private static final String RELEASE = "2";

    /** Earlier releases stored this number minus the task's priority. */
    private static final int EARLIER_PRIORITIES = 150;

    private final ProcessEngine engine;

    public TasklistFilters(ProcessEngine engine) {
        this.engine = engine;
    }

    public void prepare() {
        boolean ofEarlierRelease = find("Everything") != null && find(FIRST) == null;
        provide(FIRST, "Assigned to me, or for me or my groups to claim", 5, mine(query()));
        provide("Assigned to me", "Mine alone: assigned, or claimed", 10, query().taskAssigneeExpression(ME));
        provide(
                "Unassigned in my groups",
                "Waits for somebody in one of my groups to claim it",
                40,
                query().taskCandidateGroupInExpression(MY_GROUPS).taskUnassigned());
        provide("Overdue", "The time for it is up", 50, query().dueBeforeExpression("${now()}"));
        provide("Everything", "All that waits for a person", 90, query());
        if (ofEarlierRelease) {
            TaskService tasks = engine.getTaskService();
            tasks.createTaskQuery()
                    .list()
                    .forEach(task -> tasks.setPriority(task.getId(), EARLIER_PRIORITIES - task.getPriority()));
        }
    }

    /** Creates a filter, or updates it to the query of this release. */
    private void provide(String name, String description, int position, TaskQuery query) {
        Filter known = find(name);
        if (known == null) {
            create(name, description, position, query);
        } else if (!isOfThisRelease(known)) {
            filters()
                    .saveFilter(known.setProperties(properties(description, position))
                            .setQuery(query));
        }
    }

    /**
     * Updates the filters after a deployment, each once: a query does not see what the same command has saved.
     *
     * @param lists for each lifecycle the user tasks that are in a list, and the list's name
     */
    public void update(Map<String, Map<String, String>> lists) {
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
        boolean all = list.equalsIgnoreCase(BLOCKED);
        String description =
                all ? "Everything that is blocked, whoever has to act" : "Assigned to me, or for my groups to claim";
        int position = all ? 45 : 20;
        if (known == null) {
            create(list, description, position, listed(list, members), members);
        } else if (isOurs(known) && !(isOfThisRelease(known) && members(known).equals(members))) {
            Map<String, Object> properties = properties(description, position);
            properties.put(MEMBERS, List.copyOf(members));
            filters().saveFilter(known.setProperties(properties).setQuery(listed(list, members)));
        }
    }

    /** The server made it from diagrams; the first releases stored no members. */
    private static boolean isOurs(Filter filter) {
        return filter.getProperties() != null && filter.getProperties().containsKey(MEMBERS)
                || filter.<TaskQuery>getQuery() instanceof TaskQueryImpl query && query.getKeys() != null;
    }

    private static boolean isOfThisRelease(Filter filter) {
        return filter.getProperties() != null
                && RELEASE.equals(filter.getProperties().get(OF_RELEASE));
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
    private TaskQuery listed(String list, Set<String> members) {
        TaskQuery query = query().processDefinitionKeyIn(part(members, 0)).taskDefinitionKeyIn(part(members, 1));
        return list.equalsIgnoreCase(BLOCKED) ? query : mine(query);
    }

    /** A candidate is named, or is in a group that is. */
    private static TaskQuery mine(TaskQuery query) {
        return query.or()
                .taskAssigneeExpression(ME)
                .taskCandidateUserExpression(ME)
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
            Map<String, Object> properties = properties(description, position);
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

    private static Map<String, Object> properties(String description, int position) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("description", description);
        properties.put("priority", position);
        properties.put("refresh", true);
        properties.put("showUndefinedVariable", false);
        properties.put(OF_RELEASE, RELEASE);
        return properties;
    }

    private Filter find(String name) {
        return filters().createFilterQuery().filterName(name).list().stream()
                .findFirst()
                .orElse(null);
    }

    /** The lowest number first, which is the most urgent, then the oldest. */
    private TaskQuery query() {
        TaskService tasks = engine.getTaskService();
        return tasks.createTaskQuery()
                .active()
                .orderByTaskPriority()
                .asc()
                .orderByTaskCreateTime()
                .asc();
    }

    private FilterService filters() {
        return engine.getFilterService();
    }
}
