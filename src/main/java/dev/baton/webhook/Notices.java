package dev.baton.webhook;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.tasklist.WaitingPeople;
import dev.baton.engine.tasklist.WaitingPeople.Person;
import dev.baton.event.Event;
import dev.baton.ledger.EventKinds;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Decides of which events people are notified, and whom. */
@Component
class Notices {

    /** The flags of tasks whose time is up. */
    private static final Set<String> OVERDUE = Set.of(Flags.OVERDUE, Flags.APPROVAL_EXPIRED, Flags.NO_PROGRESS);

    /** Events after which a task may wait for people for whom it did not wait before. */
    private static final Set<String> CHANGES = Set.of(EventKinds.CREATED, EventKinds.TRANSITION, EventKinds.EDIT);

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final WaitingPeople people;

    Notices(Ledger ledger, Lifecycles lifecycles, WaitingPeople people) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.people = people;
    }

    /** Empty if the event is no reason to tell anybody, or the task has moved on since. */
    Optional<Notice> of(Event event) {
        if (event.task() == null) {
            return Optional.empty();
        }
        boolean overdue = isOverdue(event);
        if (!overdue && !CHANGES.contains(event.kind()) || isOffer(event)) {
            return Optional.empty();
        }
        return ledger.find(event.task())
                .filter(task -> !task.ended() && task.state().equals(event.to()))
                .filter(task -> overdue || waitsForPerson(task))
                .map(task -> overdue
                        ? new Notice(Notice.Kind.OVERDUE, task, event.at())
                        : new Notice(Notice.Kind.WAITS, task, task.stateEnteredAt()));
    }

    private static boolean isOverdue(Event event) {
        return event.kind().equals(EventKinds.FLAG)
                && event.detail().path("set").asBoolean()
                && OVERDUE.contains(event.detail().path("flag").asText());
    }

    /** A timer that offers a late part to others also sets a flag, and that is the notice. */
    private static boolean isOffer(Event event) {
        return !event.kind().equals(EventKinds.FLAG)
                && Objects.equals(event.from(), event.to())
                && event.actor().equals(Actor.SYSTEM.id());
    }

    private boolean waitsForPerson(Task task) {
        return lifecycles
                        .of(task.definitionId())
                        .lifecycle()
                        .state(task.state())
                        .waitsFor()
                == State.Waits.PERSON;
    }

    /** Those who can be reached by mail. An agent's work that is overdue concerns who has it and who wanted it. */
    List<Person> recipients(Notice notice) {
        Task task = notice.task();
        if (waitsForPerson(task)) {
            return people.of(task.processInstanceId());
        }
        return Stream.of(task.assignee(), task.createdBy())
                .filter(Objects::nonNull)
                .distinct()
                .filter(user -> people.address(user).isPresent())
                .map(user -> new Person(user, null))
                .toList();
    }

    /** Whom the task waits for, as people call them: users and groups, or the worker. */
    Set<String> names(Notice notice) {
        Task task = notice.task();
        if (waitsForPerson(task)) {
            return new LinkedHashSet<>(people.names(task.processInstanceId()));
        }
        return task.assignee() == null ? Set.of() : Set.of(task.assignee());
    }

    /** Whether a notice that was queued some time ago still is one for this user. */
    boolean isCurrent(String taskId, Notice.Kind kind, Instant since, String user) {
        return ledger.find(taskId)
                .filter(task -> !task.ended())
                .filter(task -> kind == Notice.Kind.WAITS
                        ? task.stateEnteredAt().equals(since)
                        : !task.stateEnteredAt().isAfter(since))
                .filter(task -> recipients(new Notice(kind, task, since)).stream()
                        .anyMatch(person -> person.id().equals(user)))
                .isPresent();
    }
}
