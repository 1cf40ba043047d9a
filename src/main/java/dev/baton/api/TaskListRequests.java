package dev.baton.api;

import dev.baton.api.TaskViews.View;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.identity.Identities;
import dev.baton.ledger.Flags;
import dev.baton.ledger.PageCursor;
import dev.baton.ledger.TaskFilter;
import dev.baton.ledger.TaskFilter.Person;
import dev.baton.ledger.TaskFilter.Sort;
import dev.baton.ledger.TaskQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;

/** Reads the query parameters of a list or count of tasks, and refuses what is unknown with what there is. */
@Component
class TaskListRequests {

    record List(TaskFilter filter, Sort sort, PageCursor after, int limit, View view) {}

    private static final int LIMIT = 50;
    private static final int MAX_LIMIT = 500;
    private static final int MAX_TEXT = 255;

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

    List list(MultiValueMap<String, String> parameters, Actor actor) {
        Reader reader = new Reader(parameters);
        Set<String> known = new TreeSet<>(FILTERS);
        known.addAll(PAGING);
        reader.refuseOthersThan(known);
        Sort sort = reader.oneOf("sort", Sort.values(), Sort.CREATED);
        List request = new List(
                filter(reader, actor),
                sort,
                reader.cursor(sort),
                reader.limit(),
                reader.oneOf("view", View.values(), View.SUMMARY));
        reader.refuseFaults();
        return request;
    }

    TaskFilter count(MultiValueMap<String, String> parameters, Actor actor) {
        Reader reader = new Reader(parameters);
        reader.refuseOthersThan(new TreeSet<>(FILTERS));
        TaskFilter filter = filter(reader, actor);
        reader.refuseFaults();
        return filter;
    }

    private TaskFilter filter(Reader reader, Actor actor) {
        String lifecycle = reader.known(
                "lifecycle",
                lifecycles.all().stream().map(DeployedLifecycle::key).collect(Collectors.toCollection(TreeSet::new)));
        String waitingFor = reader.text("waitingFor");
        return new TaskFilter(
                lifecycle,
                reader.allKnown("state", queries.states(lifecycle)),
                reader.flag("active"),
                reader.text("assignee"),
                waitingFor == null ? null : new Person(waitingFor, identities.groupsOf(waitingFor)),
                Boolean.TRUE.equals(reader.flag("mine")) ? new Person(actor.id(), actor.groups()) : null,
                reader.allKnown("flag", Flags.ALL),
                reader.text("createdBy"),
                reader.text("blockedBy"),
                reader.text("parent"),
                topicStates(reader.text("topic")),
                reader.text("q"),
                Boolean.TRUE.equals(reader.flag("abandoned")));
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

    /** The parameters of one request, and what is wrong with them. */
    private static final class Reader {

        private final MultiValueMap<String, String> parameters;
        private final java.util.List<Fault> faults = new ArrayList<>();

        Reader(MultiValueMap<String, String> parameters) {
            this.parameters = parameters;
        }

        void refuseOthersThan(Set<String> known) {
            parameters.forEach((name, values) -> {
                if (!known.contains(name)) {
                    fault(name, "there is no such parameter; there are " + String.join(", ", known));
                } else if (values.size() > 1 && !REPEATABLE.contains(name)) {
                    fault(name, "it can be given once");
                }
            });
        }

        String text(String name) {
            String value = parameters.getFirst(name);
            if (value == null || value.isBlank()) {
                return null;
            }
            if (value.length() > MAX_TEXT || value.chars().anyMatch(Character::isISOControl)) {
                fault(name, "it has at most " + MAX_TEXT + " characters and no control characters");
                return null;
            }
            return value.strip();
        }

        String known(String name, Collection<String> values) {
            String value = text(name);
            if (value != null && !values.contains(value)) {
                fault(name, unknown(value, values));
            }
            return value;
        }

        Set<String> allKnown(String name, Collection<String> known) {
            Set<String> values = new LinkedHashSet<>();
            parameters.getOrDefault(name, java.util.List.of()).stream()
                    .flatMap(value -> Arrays.stream(value.split(",")))
                    .map(String::strip)
                    .filter(Predicate.not(String::isEmpty))
                    .forEach(values::add);
            values.stream()
                    .filter(value -> !known.contains(value))
                    .forEach(value -> fault(name, unknown(value, known)));
            return values;
        }

        private static String unknown(String value, Collection<String> known) {
            return "'" + value + "' is unknown; there are " + String.join(", ", known);
        }

        Boolean flag(String name) {
            String value = text(name);
            if (value != null && !value.equals("true") && !value.equals("false")) {
                fault(name, "it is true or false");
            }
            return value == null ? null : Boolean.valueOf(value);
        }

        <E extends Enum<E>> E oneOf(String name, E[] values, E usual) {
            String value = text(name);
            if (value == null) {
                return usual;
            }
            for (E candidate : values) {
                if (lower(candidate).equals(value)) {
                    return candidate;
                }
            }
            fault(
                    name,
                    unknown(
                            value,
                            Arrays.stream(values).map(TaskListRequests::lower).toList()));
            return usual;
        }

        int limit() {
            String value = text("limit");
            if (value == null) {
                return LIMIT;
            }
            if (!value.matches("\\d{1,3}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > MAX_LIMIT) {
                fault("limit", "it is a number from 1 to " + MAX_LIMIT);
                return LIMIT;
            }
            return Integer.parseInt(value);
        }

        PageCursor cursor(Sort sort) {
            String value = text("after");
            if (value == null || value.equals("0")) {
                return null;
            }
            return PageCursor.parse(value, sort).orElseGet(() -> {
                fault("after", "it has to be the 'next' of the page before, in the same order");
                return null;
            });
        }

        private void fault(String name, String message) {
            faults.add(new Fault(name, message));
        }

        void refuseFaults() {
            if (!faults.isEmpty()) {
                throw new BadRequest(faults);
            }
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
