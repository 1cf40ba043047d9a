package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.token.TokenMove.Part;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The people for whom a multi-instance state waits. Each has one part with a user task of their own. */
public final class Participants {

    private final Move move;
    private final Task task;
    private final Guards guards;
    private final OpenParts parts;

    Participants(Move move, Guards guards) {
        this.move = move;
        this.task = move.task();
        this.guards = guards;
        this.parts = new OpenParts(move);
    }

    public List<OpenPart> open() {
        return parts.list();
    }

    void open(Part part) {
        String person = part.assignee();
        parts.add(new OpenPart(person, task.stateEnteredAt(), part.userTaskId(), null, person == null));
    }

    /** Marks a late part as free for a group; the caller has to change the candidates in the engine. */
    public void offer(OpenPart part, String group) {
        parts.replace(part, part.offeredTo(group));
        recordHandover(part.person(), null, group);
    }

    /** Removes the list of parts if the current state has one; called before and after the state changes. */
    void clear() {
        parts.clear();
    }

    void reassign(Part changed) {
        OpenPart part = parts.withUserTask(changed.userTaskId());
        String from = part.free() ? null : part.person();
        String to = changed.assignee();
        if (Objects.equals(from, to)) {
            return;
        }
        Actor actor = move.actor();
        boolean takes = from == null && actor.id().equals(to);
        boolean givesBack = to == null && actor.id().equals(from);
        if (!takes && !givesBack && !mayReassign(actor)) {
            throw refusal(
                    Reason.FORBIDDEN,
                    actor.id() + " may not give it to somebody else: this is for " + String.join(", ", reassigners()));
        }
        if (takes) {
            guards.pausedClaims().refuse(move);
        }
        if (to == null) {
            giveBack(part);
        } else {
            take(part, to);
        }
        recordHandover(from, to, to == null ? part.offeredTo() : null);
    }

    private List<String> reassigners() {
        return multiInstance().reassign().isEmpty()
                ? Groups.SUPERVISORS
                : multiInstance().reassign().stream().map(Role::text).toList();
    }

    private boolean mayReassign(Actor actor) {
        return actor.isSystem()
                || (multiInstance().reassign().isEmpty()
                        ? actor.supervises()
                        : guards.any(multiInstance().reassign(), actor, task));
    }

    private void giveBack(OpenPart part) {
        if (part.offeredTo() == null) {
            throw move.refusal(
                    Reason.INVALID,
                    List.of(new Fault("to", "it was offered to no group: give it to somebody, not to nobody")));
        }
        parts.replace(part, part.offeredTo(part.offeredTo()));
    }

    private void take(OpenPart part, String person) {
        List<Fault> faults = assignmentFaults(part, person);
        if (!faults.isEmpty()) {
            throw move.refusal(Reason.INVALID, faults);
        }
        parts.replace(part, part.assignedTo(person, move.now()));
        replacePerson(part.person(), person);
    }

    /** All reasons why a person can't have a part. */
    private List<Fault> assignmentFaults(OpenPart part, String person) {
        List<Fault> faults = new ArrayList<>();
        boolean hasAnotherPart = people().contains(person) && !person.equals(part.person());
        if (hasAnotherPart && !multiInstance().samePerson()) {
            faults.add(new Fault("to", person + " is one of them already, and nobody counts twice"));
        }
        move.person(person);
        multiInstance()
                .fits()
                .forEach(rule -> faults.addAll(guards.beans().rule(rule).faults(move)));
        move.person(null);
        if (faults.isEmpty()) {
            new UserTaskAssignment(move, guards)
                    .reasonAgainst(person)
                    .ifPresent(reason -> faults.add(new Fault("to", reason)));
        }
        return faults;
    }

    void complete(Part done) {
        OpenPart part = parts.withUserTask(done.userTaskId());
        Actor actor = move.actor();
        if (!part.free() && !part.isAssignedTo(actor.id())) {
            throw refusal(
                    Reason.FORBIDDEN, actor.id() + " may not do this: it is for " + part.person() + ", who was asked");
        }
        move.tracker().admitPart();
        if (part.free()) {
            guards.pausedClaims().refuse(move);
            take(part, actor.id());
        }
        parts.remove(part);
        if (multiInstance().participantsField() == null) {
            parts.addDone(actor.id());
        }
    }

    /** The part that the actor completes: their own, or else a free one. */
    OpenPart partOfActor() {
        String id = move.actor().id();
        return open().stream()
                .filter(part -> part.isAssignedTo(id))
                .findFirst()
                .or(() -> open().stream()
                        .filter(part ->
                                part.free() && assignmentFaults(part, id).isEmpty())
                        .findFirst())
                .orElseThrow(() -> hasCompleted(id)
                        ? refusal(Reason.CONFLICT, id + " has done this already; it counts once")
                        : refusal(Reason.FORBIDDEN, id + " may not do this: it is for " + openPeople()));
    }

    private boolean hasCompleted(String id) {
        return people().contains(id) && open().stream().noneMatch(part -> id.equals(part.person()));
    }

    private String openPeople() {
        return open().stream().map(OpenPart::person).filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    /** Whether there is a part that the actor can complete; always true in states without parts. */
    boolean include(Actor actor) {
        return !move.state().isMultiInstance()
                || open().stream()
                        .anyMatch(part -> part.isAssignedTo(actor.id())
                                || part.free()
                                        && assignmentFaults(part, actor.id()).isEmpty());
    }

    OpenPart partOf(String person) {
        return parts.of(person);
    }

    private State.MultiInstance multiInstance() {
        return move.state().multiInstance();
    }

    /** Everyone with a part of the state, completed or open. */
    private List<String> people() {
        List<String> people = new ArrayList<>();
        if (multiInstance().participantsField() == null) {
            open().stream().map(OpenPart::person).filter(Objects::nonNull).forEach(people::add);
            people.addAll(parts.doneBy());
        } else {
            task.data().path(multiInstance().participantsField()).forEach(person -> people.add(person.asText()));
        }
        return people;
    }

    private void replacePerson(String from, String to) {
        if (multiInstance().participantsField() != null
                && task.data().get(multiInstance().participantsField()) instanceof ArrayNode people) {
            List<JsonNode> updated = new ArrayList<>();
            people.forEach(person -> updated.add(person.asText().equals(from) ? Json.node(to) : person));
            if (from == null) {
                updated.add(Json.node(to));
            }
            people.removeAll().addAll(updated);
        }
    }

    private void recordHandover(String from, String to, String group) {
        move.record(
                "handovers",
                Json.object()
                        .put("state", task.state())
                        .put("from", from)
                        .put("to", to)
                        .put("offeredTo", group));
    }

    private Refusal refusal(Reason reason, String message) {
        return move.refusal(reason, List.of(new Fault("actor", message)));
    }
}
