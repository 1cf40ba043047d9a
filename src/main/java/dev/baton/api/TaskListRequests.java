package dev.baton.api;

import dev.baton.api.TaskViews.View;
import dev.baton.core.Actor;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.identity.Identities;
import dev.baton.ledger.Flags;
import dev.baton.ledger.PageCursor;
import dev.baton.ledger.TaskFilter;
import dev.baton.ledger.TaskFilter.Person;
import dev.baton.ledger.TaskFilter.Sort;
import dev.baton.ledger.TaskQueries;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;

/** Reads the query parameters of a list or count of tasks, and refuses what is unknown with what there is. */
@Component
class TaskListRequests {

    record ListRequest(TaskFilter filter, Sort sort, PageCursor after, int limit, View view) {}

    private static final int LIMIT = 50;
    private static final int MAX_LIMIT = 500;

    private static final Set<String> FILTERS = Set.of(
            "lifecycle",
            "state",
            "active",
            "assignee",
            "waitingFor",
            "mine",
            "flag",
            "createdBy",
            "blockedBy",
            "parent",
            "topic",
            "q",
            "abandoned");
    private static final Set<String> PAGING = Set.of("sort", "view", "limit", "after");
    private static final Set<String> REPEATABLE = Set.of("state", "flag");

    private final Lifecycles lifecycles;
    private final TaskQueries queries;
    private final Identities identities;

    TaskListRequests(Lifecycles lifecycles, TaskQueries queries, Identities identities) {
        this.lifecycles = lifecycles;
        this.queries = queries;
        this.identities = identities;
    }

    ListRequest list(MultiValueMap<String, String> parameters, Actor actor) {
        QueryParameters query = new QueryParameters(parameters);
        Set<String> known = new TreeSet<>(FILTERS);
        known.addAll(PAGING);
        query.demandKnown(known, REPEATABLE);
        Sort sort = query.oneOf("sort", Sort.values(), Sort.CREATED);
        ListRequest request = new ListRequest(
                filter(query, actor),
                sort,
                cursor(query, sort),
                query.limit(LIMIT, MAX_LIMIT),
                query.oneOf("view", View.values(), View.SUMMARY));
        query.refuseFaults();
        return request;
    }

    TaskFilter count(MultiValueMap<String, String> parameters, Actor actor) {
        QueryParameters query = new QueryParameters(parameters);
        query.demandKnown(new TreeSet<>(FILTERS), REPEATABLE);
        TaskFilter filter = filter(query, actor);
        query.refuseFaults();
        return filter;
    }

    private TaskFilter filter(QueryParameters query, Actor actor) {
        String lifecycle = query.known(
                "lifecycle",
                lifecycles.all().stream().map(DeployedLifecycle::key).collect(Collectors.toCollection(TreeSet::new)));
        String waitingFor = query.text("waitingFor");
        return new TaskFilter(
                lifecycle,
                query.knownValues("state", queries.states(lifecycle)),
                query.flag("active"),
                query.text("assignee"),
                waitingFor == null ? null : new Person(waitingFor, identities.groupsOf(waitingFor)),
                Boolean.TRUE.equals(query.flag("mine")) ? new Person(actor.id(), actor.groups()) : null,
                query.knownValues("flag", Flags.ALL),
                query.text("createdBy"),
                query.text("blockedBy"),
                query.text("parent"),
                topicStates(query.text("topic")),
                query.text("q"),
                Boolean.TRUE.equals(query.flag("abandoned")));
    }

    /** Null if the topic is. */
    private Set<String> topicStates(String topic) {
        return topic == null
                ? null
                : lifecycles.all().stream()
                        .flatMap(deployed -> deployed.lifecycle().states().stream()
                                .filter(state -> topic.equals(state.topic()))
                                .map(state -> deployed.key() + "/" + state.name()))
                        .collect(Collectors.toSet());
    }

    private static PageCursor cursor(QueryParameters query, Sort sort) {
        String value = query.text("after");
        if (value == null || value.equals("0")) {
            return null;
        }
        return PageCursor.parse(value, sort).orElseGet(() -> {
            query.fault("after", "it has to be the 'next' of the page before, in the same order");
            return null;
        });
    }
}
