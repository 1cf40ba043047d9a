package dev.baton.api;

import dev.baton.core.Refusal.Fault;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.event.EventFilter;
import dev.baton.event.EventLog;
import dev.baton.ledger.EventKinds;
import dev.baton.ledger.TaskQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;

/** Reads the query parameters of events, and refuses what is unknown with what there is. */
@Component
class EventRequests {

    /** @param after null if the caller names no number */
    record Request(EventFilter filter, Long after, int limit) {}

    private static final int LIMIT = 100;
    private static final int MAX_LIMIT = 1000;
    private static final int MAX_VALUES = 100;
    private static final int MAX_TEXT = 255;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final List<String> KNOWN = List.of("actor", "after", "kind", "lifecycle", "limit", "state", "task");

    private final Lifecycles lifecycles;
    private final TaskQueries queries;
    private final EventLog log;

    EventRequests(Lifecycles lifecycles, TaskQueries queries, EventLog log) {
        this.lifecycles = lifecycles;
        this.queries = queries;
        this.log = log;
    }

    /** @param lastEventId the header of that name, which a client sends when it connects again; null if there is none */
    Request read(MultiValueMap<String, String> parameters, String lastEventId) {
        List<Fault> faults = new ArrayList<>();
        parameters.keySet().stream()
                .filter(Predicate.not(KNOWN::contains))
                .forEach(name -> faults.add(
                        new Fault(name, "there is no such parameter; there are " + String.join(", ", KNOWN))));
        EventFilter filter = filter(
                values(parameters, "lifecycle", faults),
                values(parameters, "task", faults),
                values(parameters, "state", faults),
                values(parameters, "actor", faults),
                values(parameters, "kind", faults),
                faults);
        boolean again = lastEventId != null && !lastEventId.isBlank();
        Long after = again
                ? number("Last-Event-ID", lastEventId.strip(), faults)
                : number("after", parameters.getFirst("after"), faults);
        int limit = limit(parameters.getFirst("limit"), faults);
        refuse(faults);
        refuseMissing(after);
        return new Request(filter, after, limit);
    }

    /** Refuses values that can't match anything. */
    EventFilter filter(
            Set<String> wantedLifecycles,
            Set<String> tasks,
            Set<String> states,
            Set<String> actors,
            Set<String> kinds,
            List<Fault> faults) {
        demandKnown(
                "lifecycle",
                wantedLifecycles,
                lifecycles.all().stream().map(DeployedLifecycle::key).collect(Collectors.toCollection(TreeSet::new)),
                faults);
        if (!states.isEmpty()) {
            demandKnown("state", states, queries.states(null), faults);
        }
        demandKnown("kind", kinds, EventKinds.ALL, faults);
        return new EventFilter(wantedLifecycles, tasks, states, actors, kinds);
    }

    static void refuse(List<Fault> faults) {
        if (!faults.isEmpty()) {
            throw new BadRequest(faults);
        }
    }

    private static Set<String> values(MultiValueMap<String, String> parameters, String name, List<Fault> faults) {
        Set<String> values = new LinkedHashSet<>();
        parameters.getOrDefault(name, List.of()).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .forEach(values::add);
        if (values.size() > MAX_VALUES
                || values.stream()
                        .anyMatch(value ->
                                value.length() > MAX_TEXT || value.chars().anyMatch(Character::isISOControl))) {
            faults.add(new Fault(
                    name,
                    "it has at most " + MAX_VALUES + " values of at most " + MAX_TEXT
                            + " characters, without control characters"));
        }
        return values;
    }

    private static void demandKnown(String name, Set<String> values, Collection<String> known, List<Fault> faults) {
        values.stream()
                .filter(value -> !known.contains(value))
                .forEach(value -> faults.add(
                        new Fault(name, "'" + value + "' is unknown; there are " + String.join(", ", known))));
    }

    private static Long number(String name, String value, List<Fault> faults) {
        if (value == null || value.isBlank()) {
            return null;
        }
        if (!NUMBER.matcher(value).matches()) {
            faults.add(new Fault(name, "it is the number of an event"));
            return null;
        }
        return Long.valueOf(value);
    }

    private static int limit(String value, List<Fault> faults) {
        if (value == null || value.isBlank()) {
            return LIMIT;
        }
        if (!value.matches("\\d{1,4}") || Integer.parseInt(value) < 1 || Integer.parseInt(value) > MAX_LIMIT) {
            faults.add(new Fault("limit", "it is a number from 1 to " + MAX_LIMIT));
            return LIMIT;
        }
        return Integer.parseInt(value);
    }

    /** Going on from there would leave something out without a word. 0 stands for the oldest event that there is. */
    private void refuseMissing(Long after) {
        if (after == null || after == 0) {
            return;
        }
        EventLog.Head head = log.head();
        if (after > head.last()) {
            refuse(List.of(new Fault("after", "there is no event " + after + "; the last one is " + head.last())));
        }
        if (after < head.removedTo()) {
            throw new EventsRemoved(after, head.removedTo());
        }
    }
}
