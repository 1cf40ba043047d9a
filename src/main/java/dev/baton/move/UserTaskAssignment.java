package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.TokenMove.Candidate;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Who can have the user task of a state: only somebody who could take one of its arrows. A claim hides a user task from
 * everybody else's list, so whoever could do nothing with it must not have it.
 */
final class UserTaskAssignment {

    private static final String HANDOVERS = "handovers";

    private final Move move;
    private final Task task;
    private final Guards guards;

    UserTaskAssignment(Move move, Guards guards) {
        this.move = move;
        this.task = move.task();
        this.guards = guards;
    }

    /** Where one person acts for all; several people have {@link Participants}. Null stands for nobody. */
    void change(String from, String to) {
        if (Objects.equals(from, to)) {
            return;
        }
        Actor actor = move.actor();
        boolean own =
                from == null ? actor.id().equals(to) : to == null && actor.id().equals(from);
        if (!own && !actor.isSystem() && !actor.supervises()) {
            throw refusal(Reason.FORBIDDEN, "actor", notYours(actor, from, to));
        }
        if (to != null) {
            unfit(to).ifPresent(reason -> {
                throw actor.id().equals(to)
                        ? refusal(Reason.FORBIDDEN, "actor", reason)
                        : refusal(Reason.INVALID, "to", reason);
            });
        }
        move.record(HANDOVERS, handover().put("from", from).put("to", to));
    }

    private static String notYours(Actor actor, String from, String to) {
        String supervisors = String.join(", ", Groups.SUPERVISORS);
        return from != null && actor.id().equals(to)
                ? from + " has claimed it already; taking it over is for " + supervisors
                : actor.id() + " may not decide who does it: this is for " + supervisors;
    }

    /** Why somebody can't have it; empty if they can. */
    Optional<String> unfit(String person) {
        if (!guards.knows(person)) {
            return Optional.of("there is no user '" + person + "'");
        }
        return guards.permitsAny(arrows(), person, task) ? Optional.empty() : Optional.of(useless(person));
    }

    private String useless(String name) {
        return name + " could do nothing with it: " + ways();
    }

    /** Whoever could take an arrow is shown the user task, and nobody else. */
    void change(Candidate candidate) {
        boolean able = candidate.user() == null
                ? guards.permitsAnyOf(arrows(), candidate.group(), task)
                : guards.knows(candidate.user()) && guards.permitsAny(arrows(), candidate.user(), task);
        if (candidate.added() != able) {
            throw refusal(
                    Reason.INVALID,
                    "candidate",
                    able
                            ? candidate.name()
                                    + " can take one of its arrows and stays a candidate; assign it to somebody"
                            : useless(candidate.name()));
        }
        move.record(
                HANDOVERS, handover().put(candidate.added() ? "candidateAdded" : "candidateRemoved", candidate.name()));
    }

    private ObjectNode handover() {
        return Json.object().put("state", task.state());
    }

    /** Those that leave the user task itself; a message that can come at any time is for others. */
    private List<Exit> arrows() {
        return move.lifecycle().exits(task.state()).stream()
                .filter(exit -> exit.kind() == Exit.Kind.ACTOR && !exit.byMessage())
                .toList();
    }

    private String ways() {
        return arrows().stream()
                .map(exit -> "'" + exit.trigger() + "' is for " + Guards.audience(exit.guard()))
                .collect(Collectors.joining("; "));
    }

    private Refusal refusal(Reason reason, String field, String message) {
        return move.refusal(reason, List.of(new Fault(field, message)));
    }
}
