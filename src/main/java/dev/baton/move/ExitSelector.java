package dev.baton.move;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which way out of a task's state a request means: the arrow it names, or the one that leads where it wants to go. */
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
            throw impossible();
        }
        List<Exit> fitting = called().filter(this::fits).toList();
        fitting = prefer(fitting, e -> guards.permits(e.guard(), move.actor(), task));
        fitting = prefer(fitting, e -> e.guard().held() == (request.leaseEpoch() != null));
        fitting = prefer(fitting, e -> e.guard().required().stream().allMatch(request.payload()::hasNonNull));
        fitting = prefer(fitting, e -> Set.of(String.valueOf(request.to())).equals(targets(e)));
        long most = fitting.stream().mapToLong(this::brought).max().orElse(0);
        fitting = prefer(fitting, e -> request.to() == null || brought(e) == most);
        if (fitting.isEmpty()) {
            throw impossible();
        }
        if (fitting.size() > 1 && guards.permits(fitting.get(0).guard(), move.actor(), task)) {
            throw ambiguous(fitting);
        }
        return fitting.get(0); // the only one, or one of several that are all for others: its guard says so
    }

    /** How many of the documents that an exit asks for come with the request. */
    private long brought(Exit exit) {
        return exit.guard().artifacts().stream()
                .filter(artifact -> request.payload().hasNonNull(artifact.name()))
                .count();
    }

    private Stream<Exit> called() {
        return move.lifecycle().exits(task.state()).stream().filter(Exit::requestable);
    }

    /** A request that names nothing, as the engine's doors allow, means the only arrow there is. */
    private boolean fits(Exit exit) {
        if (request.trigger() == null && request.to() == null) {
            return !exit.byMessage();
        }
        return (request.trigger() == null || request.trigger().equals(exit.trigger()))
                && (request.to() == null || targets(exit).contains(request.to()));
    }

    private Set<String> targets(Exit exit) {
        return move.lifecycle().targets(task.state(), exit);
    }

    /** Where several arrows lead to the wanted state, what the caller is and sends tells which one is meant. */
    private static List<Exit> prefer(List<Exit> exits, Predicate<Exit> better) {
        List<Exit> preferred = exits.size() > 1 ? exits.stream().filter(better).toList() : exits;
        return preferred.isEmpty() ? exits : preferred;
    }

    private Refusal impossible() {
        boolean byTrigger = request.trigger() != null;
        String what = byTrigger
                ? "'" + request.trigger() + "'"
                : request.to() == null ? "This" : "Going to '" + request.to() + "'";
        String also = byTrigger && request.to() != null ? " to '" + request.to() + "'" : "";
        return refusal(
                byTrigger ? "trigger" : "to",
                what + also + " is not possible from '" + task.state() + "'; " + wayOut());
    }

    private String wayOut() {
        if (task.ended()) {
            return "the task has ended";
        }
        List<String> triggers = called().map(Exit::trigger).toList();
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
