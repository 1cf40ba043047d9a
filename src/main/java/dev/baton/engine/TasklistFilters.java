package dev.baton.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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

    /** Adds user tasks with this definition key to a filter, and creates the filter if needed. */
    void put(String definitionKey, String list) {
        Filter known = find(list);
        if (known == null) {
            create(list, "Assigned to me, or for my groups to claim", 20, mine(Set.of(definitionKey)));
            return;
        }
        String[] keys = known.<TaskQuery>getQuery() instanceof TaskQueryImpl query ? query.getKeys() : null;
        Set<String> all = new TreeSet<>(keys == null ? Set.of() : Set.of(keys));
        if (keys != null && all.add(definitionKey)) {
            filters().saveFilter(known.setQuery(mine(all)));
        }
    }

    private TaskQuery mine(Set<String> definitionKeys) {
        return query().taskDefinitionKeyIn(definitionKeys.toArray(String[]::new))
                .or()
                .taskAssigneeExpression(ME)
                .taskCandidateGroupInExpression(MY_GROUPS)
                .endOr();
    }

    private void create(String name, String description, int position, TaskQuery query) {
        if (find(name) == null) {
            Map<String, Object> properties = new LinkedHashMap<>();
            properties.put("description", description);
            properties.put("priority", position);
            properties.put("refresh", true);
            properties.put("showUndefinedVariable", false);
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
