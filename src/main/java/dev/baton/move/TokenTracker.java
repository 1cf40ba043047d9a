package dev.baton.move;

import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.failure.ConcurrencyFailures;
import dev.baton.engine.token.Token;
import dev.baton.json.Json;
import dev.baton.ledger.Flags;
import dev.baton.ledger.HistoryEntry;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Follows the token of a move through the diagram: checks guards, enters states, and creates the history entries. */
final class TokenTracker {

    private final Move move;
    private final Task task;
    private final MoveRequest request;
    private final Guards guards;
    private final LeaseChanges lease;
    private final StepLimit steps;
    private final HistoryEntries entries;
    private List<String> path = new ArrayList<>();
    private Exit exit;
    private Exit admitted;
    private String trigger;
    private String requestedTrigger;
    private String elementName;
    private String firstElementName;
    private NonInterruptingTimer timer;

    TokenTracker(Move move, MoveRequest request, Guards guards) {
        this.move = move;
        this.task = move.task();
        this.request = request;
        this.guards = guards;
        this.lease = new LeaseChanges(move, guards.leases().hasLeases(task));
        this.entries = new HistoryEntries(move, request);
        this.steps = new StepLimit(move, guards.stepsPerMove());
        this.trigger = request.trigger();
        this.requestedTrigger = request.trigger();
    }

    String trigger() {
        return trigger;
    }

    /** The trigger of the request, also if the request named only a state. */
    String requestedTrigger() {
        return requestedTrigger;
    }

    String elementName() {
        return elementName;
    }

    List<HistoryEntry> entries() {
        return entries.list();
    }

    /** Selected once for each state that the token leaves. */
    Exit exit() {
        if (exit == null) {
            exit = new ExitSelector(move, guards, request).exit();
            trigger = exit.trigger();
            requestedTrigger = requestedTrigger == null ? trigger : requestedTrigger;
        }
        return exit;
    }

    /** Refuses a request by target state if the data led the task elsewhere. */
    void requireTarget() {
        new ExitSelector(move, guards, request).requireTarget();
    }

    /** Checks the guard for one of several participants; only the completion of the last part takes the exit. */
    void admitPart() {
        admitted = exit();
        guards.admit(move, admitted);
        DataUpdates.apply(lifecycle().words(admitted.element()), move);
    }

    void pass(Token token, String element) {
        steps.count(element);
        elementName = token.elementName();
        firstElementName = path.isEmpty() ? elementName : firstElementName;
        if (path.isEmpty() && lifecycle().isNonInterruptingTimer(element)) {
            timer = new NonInterruptingTimer(task, element);
        }
        path.add(element);
        admitExitAt(element);
        lifecycle().stateAt(element).ifPresent(state -> enter(state, token));
    }

    boolean hasPassed(String element) {
        return path.contains(element)
                || entries.list().stream().anyMatch(entry -> entry.path().contains(element));
    }

    private void admitExitAt(String element) {
        Optional<Exit> exitHere = lifecycle().exitAt(task.state(), element);
        if (exitHere.isEmpty()) {
            DataUpdates.apply(lifecycle().words(element), move);
        }
        exitHere.ifPresent(taken -> {
            exit = taken;
            trigger = taken.trigger();
            if (!taken.equals(admitted)) {
                if (move.fromVariables()) { // through the engine's own API; Tasks asks before
                    guards.pausedClaims().refuse(move, taken);
                }
                guards.admit(move, taken);
                DataUpdates.apply(lifecycle().words(element), move);
            }
            lease.leave(lifecycle().state(task.state()), taken);
            if (lease.isLost() && !request.payload().has("reason")) {
                request.payload().put("reason", leaseRanOut());
            }
        });
    }

    void leave(Token token, String element) {
        State state = lifecycle().stateAt(element).orElse(null);
        if (state == null || state.terminal()) {
            return;
        }
        if (!state.name().equals(task.state())) {
            throw ConcurrencyFailures.conflict("task " + task.id() + " has moved on in the meantime");
        }
        boolean timeIsUp = state.waitsFor() == State.Waits.TIME && token.byTimer();
        if (!token.cancelled() && state.rests() && !timeIsUp) {
            exit();
        }
    }

    private void enter(State state, Token token) {
        if (path.size() < 2 || !lifecycle().leavesThrough(task.state(), path.get(0))) {
            throw move.refusal(
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to",
                            "A task moves along the arrows of its diagram only; it can't be put into '" + state.name()
                                    + "'")));
        }
        if (staysWithin(state)) {
            if (entries.list().isEmpty()) { // a delegate may have made an entry for the edit that this is
                entries.add(state, exit, true, path);
            }
            HeldWork.release(state, exit, task, lease);
            arrive(state, token);
            return;
        }
        List<Fault> missing = Artifacts.missingData(state, move);
        if (!missing.isEmpty()) {
            throw move.refusal(Reason.INVALID, missing);
        }
        Instant now = move.now();
        entries.add(state, exit, false, path);
        move.participants().clear();
        clearDataOfLeftState();
        task.enter(state, now);
        HeldWork.begin(state, task, lease);
        move.participants().clear();
        arrive(state, token);
    }

    private boolean staysWithin(State state) {
        return exit != null && exit.within() && state.name().equals(task.state());
    }

    /** After the entry was made: the history keeps what the task loses. */
    private void clearDataOfLeftState() {
        if (task.state() != null) {
            task.data().remove(lifecycle().state(task.state()).clears());
        }
    }

    private void arrive(State state, Token token) {
        task.waitId(state.terminal() ? null : token.executionId());
        lease.arrive(state, token, move.now());
        path = new ArrayList<>();
        exit = null;
    }

    /** Makes an entry for a timer that has left the task in its state. */
    void noteTimer(Predicate<String> hasEntry) {
        if (timer != null && entries.list().isEmpty()) {
            timer.trigger(firstElementName, hasEntry)
                    .ifPresent(noted -> entries.addInState(noted, HistoryEntry.WITHIN, Json.object(), path));
        }
        timer = null;
    }

    /** Ends a lease that has run out in a state that has no exit for that case. */
    void releaseLease() {
        if (task.holder() != null) {
            entries.addInState(
                    firstElementName, HistoryEntry.WITHIN, Json.object().put("reason", leaseRanOut()), path);
            task.leaseLost();
            lease.release();
            task.flags().add(Flags.LEASE_LOST);
        }
    }

    /** Ends the lease on an external task: another worker can claim it, unless all attempts are used up. */
    void loseWork() {
        releaseLease();
        HeldWork.countAttempt(task);
    }

    private String leaseRanOut() {
        return "The lease of " + task.assignee() + " ran out";
    }

    void abandon(String reason) {
        entries.addInState("abandon", "actor", Json.object().put("reason", reason), List.of());
        move.participants().clear();
        task.abandon(move.now(), move.actor().id(), reason);
    }

    private Lifecycle lifecycle() {
        return move.lifecycle();
    }
}
