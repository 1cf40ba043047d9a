package dev.baton.api;

import dev.baton.core.Refusal.Fault;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.event.EventFilter;
import dev.baton.event.EventLog;
import dev.baton.ledger.EventKinds;
import dev.baton.ledger.TaskQueries;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
    private static final List<String> KNOWN = List.of("actor", "after", "kind", "lifecycle", "limit", "state", "task");
    private static final String NUMBER = "it is the number of an event";

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
        QueryParameters query = new QueryParameters(parameters);
        query.demandKnown(KNOWN, KNOWN);
        EventFilter filter = filter(
                query.values("lifecycle"),
                query.values("task"),
                query.values("state"),
                query.values("actor"),
                query.values("kind"),
                query.faults());
        boolean resumed = lastEventId != null && !lastEventId.isBlank();
        Long after = resumed
                ? query.number("Last-Event-ID", lastEventId.strip(), NUMBER)
                : query.number("after", query.text("after"), NUMBER);
        int limit = query.limit(LIMIT, MAX_LIMIT);
        query.refuseFaults();
        refuseMissing(after);
        return new Request(filter, after, limit);
    }

    /** Adds a fault for each value that can't match anything. */
    EventFilter filter(
            Set<String> wantedLifecycles,
            Set<String> tasks,
            Set<String> states,
            Set<String> actors,
            Set<String> kinds,
            List<Fault> faults) {
        QueryParameters.demandKnown(
                "lifecycle",
                wantedLifecycles,
                lifecycles.all().stream().map(DeployedLifecycle::key).collect(Collectors.toCollection(TreeSet::new)),
                faults);
        if (!states.isEmpty()) {
            QueryParameters.demandKnown("state", states, queries.states(null), faults);
        }
        QueryParameters.demandKnown("kind", kinds, EventKinds.ALL, faults);
        return new EventFilter(wantedLifecycles, tasks, states, actors, kinds);
    }

    /** A caller who continued after such a number would skip events without noticing. 0 stands for the oldest event. */
    private void refuseMissing(Long after) {
        if (after == null || after == 0) {
            return;
        }
        EventLog.Head head = log.head();
        if (after > head.last()) {
            throw new BadRequest(
                    List.of(new Fault("after", "there is no event " + after + "; the last one is " + head.last())));
        }
        if (after < head.removedTo()) {
            throw new EventsRemoved(after, head.removedTo());
        }
    }
}
