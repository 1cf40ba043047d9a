package dev.baton.move;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Guard.LeaseRule;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Selects the exit of the task's state that matches a request: by its trigger, its target state, or both. */
final class ExitSelector {

    private final Move move;
    private final Task task;
    private final Guards guards;
    private final MoveRequest request;

    ExitSelector(Move move, Guards guards, MoveRequest request) {
        this.move = move;
        this.guards = guards;
        this.task = move.task();
        this.request = request;
    }

    Exit exit() {
        if (task.ended()) {
            throw noSuchExit();
        }
        List<Exit> matching = available().filter(this::matches).toList();
        matching = prefer(matching, e -> request.to() == null || takesAnyField(e));
        matching = prefer(matching, e -> guards.permits(e.guard(), move.actor(), task));
        matching = prefer(matching, e -> (e.guard().lease() == LeaseRule.HELD) == (request.leaseEpoch() != null));
        matching = prefer(matching, e -> e.guard().required().stream().allMatch(request.payload()::hasNonNull));
        matching = prefer(matching, e -> Set.of(String.valueOf(request.to())).equals(targets(e)));
        long mostArtifacts =
                matching.stream().mapToLong(this::artifactsSent).max().orElse(0);
        matching = prefer(matching, e -> request.to() == null || artifactsSent(e) == mostArtifacts);
        if (matching.isEmpty()) {
            throw noSuchExit();
        }
        if (matching.size() > 1 && guards.permits(matching.get(0).guard(), move.actor(), task)) {
            throw ambiguous(matching);
        }
        return matching.get(0); // if none is permitted, the guard refuses it with the reason
    }

    /** How many artifacts of an exit are in the payload. */
    private long artifactsSent(Exit exit) {
        return exit.guard().artifacts().stream()
                .filter(artifact -> request.payload().hasNonNull(artifact.name()))
                .count();
    }

    /** Whether the payload has a field of the exit, even an empty one: an exit that takes none of them is not meant. */
    private boolean takesAnyField(Exit exit) {
        return exit.guard().artifacts().stream()
                .anyMatch(artifact -> request.payload().has(artifact.name()));
    }

    private Stream<Exit> available() {
        return move.lifecycle().exits(task.state()).stream().filter(Exit::requestable);
    }

    /** A request without trigger and target, as the engine's API allows, matches any exit that is no message. */
    private boolean matches(Exit exit) {
        if (request.trigger() == null && request.to() == null) {
            return !exit.byMessage();
        }
        return (request.trigger() == null || request.trigger().equals(exit.trigger()))
                && (request.to() == null || targets(exit).contains(request.to()));
    }

    private Set<String> targets(Exit exit) {
        return move.lifecycle().targets(task.state(), exit);
    }

    /** Narrows several matching exits down to the better ones, if there are any. */
    private static List<Exit> prefer(List<Exit> exits, Predicate<Exit> better) {
        List<Exit> preferred = exits.size() > 1 ? exits.stream().filter(better).toList() : exits;
        return preferred.isEmpty() ? exits : preferred;
    }

    /** Refuses if the task has not come to the requested state. One of several parts leads there with the others. */
    void requireTarget() {
        String to = request.to();
        boolean partOfMany = move.state().isMultiInstance() && task.state().equals(move.origin());
        if (to != null
                && !partOfMany
                && !to.equals(task.state())
                && move.entries().stream().noneMatch(entry -> entry.to().equals(to))) {
            throw move.refusalAtOrigin(
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to",
                            "'" + move.trigger() + "' would lead to '" + task.state() + "' now, not to '" + to + "'")));
        }
    }

    private Refusal noSuchExit() {
        boolean byTrigger = request.trigger() != null;
        String what = byTrigger
                ? "'" + request.trigger() + "'"
                : request.to() == null ? "This" : "Going to '" + request.to() + "'";
        String target = byTrigger && request.to() != null ? " to '" + request.to() + "'" : "";
        return refusal(
                byTrigger ? "trigger" : "to",
                what + target + " is not possible from '" + task.state() + "'; " + alternatives());
    }

    private String alternatives() {
        if (task.ended()) {
            return "the task has ended";
        }
        List<String> triggers = available().map(Exit::trigger).toList();
        return triggers.isEmpty() ? "nothing can be triggered there" : "possible: " + String.join(", ", triggers);
    }

    private Refusal ambiguous(List<Exit> exits) {
        List<String> triggers = exits.stream().map(Exit::trigger).toList();
        return refusal(
                "trigger",
                "Several arrows fit from '" + task.state() + "': name one of " + String.join(", ", triggers));
    }

    private Refusal refusal(String field, String message) {
        return move.refusal(Reason.NO_SUCH_TRANSITION, List.of(new Fault(field, message)));
    }
}
