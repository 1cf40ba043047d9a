package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Json;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.TokenMove.Part;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The people that a state waits for at the same time, each with a user task of their own. The task's data say who they
 * are, as {@code waitingFor}; nobody has two shares of one state.
 */
public final class Participants {

    static final String FIELD = "waitingFor";

    /** The flag of a task with a share that was offered and that nobody has taken. */
    static final String OVERDUE = "overdue";

    private final Move move;
    private final Task task;
    private final Guards guards;

    Participants(Move move, Guards guards) {
        this.move = move;
        this.task = move.task();
        this.guards = guards;
    }

    public List<OpenPart> open() {
        List<OpenPart> open = new ArrayList<>();
        if (task.state() != null && move.state().isMultiInstance()) {
            task.data().path(FIELD).forEach(entry -> open.add(OpenPart.of((ObjectNode) entry)));
        }
        return open;
    }

    void open(Part share) {
        List<OpenPart> open = new ArrayList<>(open());
        String person = share.assignee();
        open.add(new OpenPart(person, task.stateEnteredAt(), share.userTaskId(), null, person == null));
        write(open);
    }

    /** Lets a whole group have a share that somebody keeps waiting for; what the engine shows is up to the caller. */
    public void offer(OpenPart share, String group) {
        replace(share, share.offeredTo(group));
        recordHandover(share.person(), null, group);
    }

    /** Nobody is waited for: the state is left, or is entered and will say for whom. */
    void close() {
        if (task.state() != null && move.state().isMultiInstance()) {
            task.data().remove(FIELD);
        }
    }

    void handOver(Part changed) {
        OpenPart share = find(other -> other.userTask().equals(changed.userTaskId()));
        String from = share.free() ? null : share.person();
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
        if (to == null) {
            giveBack(share);
        } else {
            take(share, to);
        }
        recordHandover(from, to, to == null ? share.offeredTo() : null);
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

    private void giveBack(OpenPart share) {
        if (share.offeredTo() == null) {
            throw move.refusal(
                    Reason.INVALID,
                    List.of(new Fault("to", "it was offered to no group: give it to somebody, not to nobody")));
        }
        replace(share, share.offeredTo(share.offeredTo()));
    }

    private void take(OpenPart share, String person) {
        List<Fault> faults = misfits(share, person);
        if (!faults.isEmpty()) {
            throw move.refusal(Reason.INVALID, faults);
        }
        replace(share, share.givenTo(person, move.now()));
        replacePerson(share.person(), person);
    }

    /** Everything that speaks against somebody. */
    private List<Fault> misfits(OpenPart share, String person) {
        List<Fault> faults = new ArrayList<>();
        boolean another = people().contains(person) && !person.equals(share.person());
        if (another) {
            faults.add(new Fault("to", person + " is one of them already, and nobody counts twice"));
        }
        move.person(person);
        multiInstance().fits().forEach(rule -> faults.addAll(guards.rule(rule).faults(move)));
        move.person(null);
        if (faults.isEmpty()) {
            move.userTask().unfit(person).ifPresent(reason -> faults.add(new Fault("to", reason)));
        }
        return faults;
    }

    void finish(Part done) {
        OpenPart share = find(other -> other.userTask().equals(done.userTaskId()));
        Actor actor = move.actor();
        if (!share.free() && !share.isFor(actor.id())) {
            throw refusal(
                    Reason.FORBIDDEN, actor.id() + " may not do this: it is for " + share.person() + ", who was asked");
        }
        move.admit();
        if (share.free()) {
            take(share, actor.id());
        }
        write(open().stream()
                .filter(other -> !other.userTask().equals(done.userTaskId()))
                .toList());
    }

    /** The share that the actor is to do: their own, or a free one. */
    OpenPart forActor() {
        String id = move.actor().id();
        return open().stream()
                .filter(share -> share.isFor(id))
                .findFirst()
                .or(() -> open().stream()
                        .filter(share -> share.free() && misfits(share, id).isEmpty())
                        .findFirst())
                .orElseThrow(() -> hasDone(id)
                        ? refusal(Reason.CONFLICT, id + " has done this already; it counts once")
                        : refusal(Reason.FORBIDDEN, id + " may not do this: it is for " + waitedFor()));
    }

    private boolean hasDone(String id) {
        return people().contains(id) && open().stream().noneMatch(share -> id.equals(share.person()));
    }

    private String waitedFor() {
        return open().stream().map(OpenPart::person).filter(Objects::nonNull).collect(Collectors.joining(", "));
    }

    /** Whether it is the actor's turn; in states without shares it is everybody's. */
    boolean areFor(Actor actor) {
        return !move.state().isMultiInstance()
                || open().stream()
                        .anyMatch(share -> share.isFor(actor.id())
                                || share.free() && misfits(share, actor.id()).isEmpty());
    }

    OpenPart of(String person) {
        return find(share -> person.equals(share.person()));
    }

    private OpenPart find(Predicate<OpenPart> which) {
        return open().stream()
                .filter(which)
                .findFirst()
                .orElseThrow(() -> move.refusal(
                        Reason.CONFLICT, List.of(new Fault("person", "the task does not wait for this person now"))));
    }

    private State.MultiInstance multiInstance() {
        return move.state().multiInstance();
    }

    /** Everybody who has a share of the state, done or not. */
    private List<String> people() {
        List<String> people = new ArrayList<>();
        if (multiInstance().participantsField() == null) {
            open().forEach(share -> people.add(share.person()));
        } else {
            task.data().path(multiInstance().participantsField()).forEach(person -> people.add(person.asText()));
        }
        return people;
    }

    private void replacePerson(String from, String to) {
        if (multiInstance().participantsField() != null
                && task.data().get(multiInstance().participantsField()) instanceof ArrayNode people) {
            List<JsonNode> others = new ArrayList<>();
            people.forEach(person -> others.add(person.asText().equals(from) ? Json.node(to) : person));
            if (from == null) {
                others.add(Json.node(to));
            }
            people.removeAll().addAll(others);
        }
    }

    private void replace(OpenPart old, OpenPart share) {
        write(open().stream()
                .map(other -> other.userTask().equals(old.userTask()) ? share : other)
                .toList());
    }

    private void write(List<OpenPart> open) {
        ArrayNode list = task.data().putArray(FIELD);
        open.forEach(share -> list.add(share.entry()));
        if (open.stream().anyMatch(share -> share.free() && share.offeredTo() != null)) {
            task.flags().add(OVERDUE);
        } else {
            task.flags().remove(OVERDUE);
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
