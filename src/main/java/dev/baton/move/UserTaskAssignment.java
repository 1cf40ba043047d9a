package dev.baton.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.token.TokenMove.Candidate;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks changes of a user task's assignee and candidates: both need permission for one of the state's exits. Otherwise a
 * claim by an unpermitted user would hide the user task from those who can complete it.
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

    /** For states with one user task; {@link Participants} handles those with several. Null stands for nobody. */
    void reassign(String from, String to) {
        if (Objects.equals(from, to)) {
            return;
        }
        Actor actor = move.actor();
        boolean claimOrUnclaim =
                from == null ? actor.id().equals(to) : to == null && actor.id().equals(from);
        if (!claimOrUnclaim && !actor.isSystem() && !actor.supervises()) {
            throw refusal(Reason.FORBIDDEN, "actor", mayNotReassign(actor, from, to));
        }
        if (claimOrUnclaim && to != null) {
            guards.pausedClaims().refuse(move);
        }
        if (to != null) {
            reasonAgainst(to).ifPresent(reason -> {
                throw actor.id().equals(to)
                        ? refusal(Reason.FORBIDDEN, "actor", reason)
                        : refusal(Reason.INVALID, "to", reason);
            });
        }
        move.record(HANDOVERS, handover().put("from", from).put("to", to));
    }

    private static String mayNotReassign(Actor actor, String from, String to) {
        String supervisors = String.join(", ", Groups.SUPERVISORS);
        return from != null && actor.id().equals(to)
                ? from + " has claimed it already; taking it over is for " + supervisors
                : actor.id() + " may not decide who does it: this is for " + supervisors;
    }

    /** Why a person can't be the assignee; empty if they can. */
    Optional<String> reasonAgainst(String person) {
        if (!guards.userExists(person)) {
            return Optional.of("there is no user '" + person + "'");
        }
        return guards.permitsAny(exits(), person, task) ? Optional.empty() : Optional.of(noExitFor(person));
    }

    private String noExitFor(String name) {
        return name + " could do nothing with it: " + exitsWithRoles();
    }

    /** Candidates are exactly those who have permission for one of the exits. */
    void change(Candidate candidate) {
        boolean permitted = candidate.user() == null
                ? guards.permitsAnyForGroup(exits(), candidate.group(), task)
                : guards.userExists(candidate.user()) && guards.permitsAny(exits(), candidate.user(), task);
        if (candidate.added() != permitted) {
            throw refusal(
                    Reason.INVALID,
                    "candidate",
                    permitted
                            ? candidate.name()
                                    + " can take one of its arrows and stays a candidate; assign it to somebody"
                            : noExitFor(candidate.name()));
        }
        move.record(
                HANDOVERS, handover().put(candidate.added() ? "candidateAdded" : "candidateRemoved", candidate.name()));
    }

    private ObjectNode handover() {
        return Json.object().put("state", task.state());
    }

    /** The exits of the user task itself, without messages, which do not complete it. */
    private List<Exit> exits() {
        return move.lifecycle().exits(task.state()).stream()
                .filter(exit -> exit.kind() == Exit.Kind.ACTOR && !exit.byMessage())
                .toList();
    }

    private String exitsWithRoles() {
        return exits().stream()
                .map(exit -> "'" + exit.trigger() + "' is for " + guards.audience(exit.guard(), move.task()))
                .collect(Collectors.joining("; "));
    }

    private Refusal refusal(Reason reason, String field, String message) {
        return move.refusal(reason, List.of(new Fault(field, message)));
    }
}
