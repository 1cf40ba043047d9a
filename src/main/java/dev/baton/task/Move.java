package dev.baton.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.engine.Actor;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.Refusal;
import dev.baton.engine.Refusal.Fault;
import dev.baton.engine.Refusal.Reason;
import dev.baton.engine.Token;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A task on its way from one state to the next, or through several: who wants it, what came along, what was passed. */
public final class Move {

    private final Task task;
    private final NewTask wish;
    private final DeployedLifecycle deployed;
    private final Actor actor;
    private final MoveRequest request;
    private final boolean byVariables;
    private final Guards guards;
    private final Clock clock;
    private final List<Step> steps = new ArrayList<>();
    private final List<Record> records = new ArrayList<>();
    private final String origin;
    private final String eventId;
    private List<String> path = new ArrayList<>();
    private Exit exit;
    private String trigger;
    private Exit admitted;
    private String person;
    private boolean written;
    private JsonNode report;

    Move(
            Task task,
            NewTask wish,
            DeployedLifecycle deployed,
            Actor actor,
            MoveRequest request,
            boolean byVariables,
            Guards guards,
            Clock clock) {
        this.task = task;
        this.wish = wish;
        this.deployed = deployed;
        this.actor = actor;
        this.request = request;
        this.byVariables = byVariables;
        this.guards = guards;
        this.clock = clock;
        this.origin = task.state;
        this.trigger = request.trigger();
        this.eventId = request.eventId() == null ? UUID.randomUUID().toString() : request.eventId();
    }

    public Task task() {
        return task;
    }

    public Actor actor() {
        return actor;
    }

    public ObjectNode payload() {
        return request.payload();
    }

    public String trigger() {
        return trigger;
    }

    /** What the caller calls the event that moves the task; made up if they don't call it anything. */
    public String eventId() {
        return eventId;
    }

    public Lifecycle lifecycle() {
        return deployed.lifecycle();
    }

    public Instant now() {
        return clock.instant();
    }

    /** The state that the request wants to reach; null when it leaves that to the diagram. */
    public String to() {
        return request.to() != null
                ? request.to()
                : request.payload().path("to").asText(null);
    }

    /** Whom a share of the state is to go to; null but for rules that are asked about that. */
    public String person() {
        return person;
    }

    void person(String id) {
        person = id;
    }

    /** Those for whom the task waits, where the state has a share for each of several people. */
    public Shares shares() {
        return new Shares(this, guards);
    }

    /** Who has the user task of the state. */
    UserTaskAssignment userTask() {
        return new UserTaskAssignment(this, guards);
    }

    /** Appends to one of the task's growing lists; written together with the task. */
    public void record(String name, JsonNode document) {
        records.add(new Record(name, 0, now(), actor.id(), document));
    }

    /** How many entries this move has appended to a list so far. */
    public int recorded(String name) {
        return (int) records.stream().filter(r -> r.name().equals(name)).count();
    }

    /** Has the answer to whoever asked for the move tell more than where it led. */
    public void report(JsonNode report) {
        this.report = report;
    }

    JsonNode report() {
        return report;
    }

    List<Record> records() {
        return records;
    }

    Integer leaseEpoch() {
        return request.leaseEpoch();
    }

    boolean byVariables() {
        return byVariables;
    }

    Map<String, Schema> schemas() {
        return deployed.schemas();
    }

    String origin() {
        return origin;
    }

    public boolean isNew() {
        return wish != null;
    }

    NewTask wish() {
        return wish;
    }

    List<Step> steps() {
        return steps;
    }

    boolean written() {
        return written;
    }

    void setWritten() {
        written = true;
    }

    /** Finds the exit that the request asks for, or refuses. */
    Exit choose() {
        exit = new Choice(this, guards, request).exit();
        trigger = exit.trigger();
        return exit;
    }

    /** An arrow is taken or a node entered; where an exit begins, its guard decides. */
    void pass(String element) {
        path.add(element);
        lifecycle().exitAt(task.state, element).ifPresent(taken -> {
            exit = taken;
            trigger = taken.trigger();
            if (!taken.equals(admitted)) {
                guards.admit(this, taken);
            }
        });
    }

    /** One of several people does their share: the guard of the arrow holds for each, though only the last takes it. */
    void admit() {
        admitted = choose();
        guards.admit(this, admitted);
    }

    void enter(State state, Token token) {
        if (path.size() < 2 || !lifecycle().leavesThrough(task.state, path.get(0))) {
            throw refusal(
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to",
                            "A task moves along the arrows of its diagram only; it can't be put into '" + state.name()
                                    + "'")));
        }
        if (exit != null && exit.within() && state.name().equals(task.state)) {
            arrive(state, token);
            return;
        }
        List<Fault> lacking = Guards.lacking(state, this);
        if (!lacking.isEmpty()) {
            throw refusal(Reason.INVALID, lacking);
        }
        boolean first = steps.isEmpty();
        Instant now = now();
        steps.add(new Step(
                ++task.moves,
                task.state,
                state.name(),
                exit == null ? null : exit.trigger(),
                (exit == null ? Exit.Kind.AUTOMATIC : exit.kind()).name().toLowerCase(java.util.Locale.ROOT),
                first ? actor.id() : Actor.SYSTEM.id(),
                request.onBehalfOf(),
                now,
                first ? request.payload() : Json.object(),
                path,
                eventId));
        shares().close();
        task.state = state.name();
        shares().close();
        task.terminal = state.terminal();
        task.satisfied = state.satisfies();
        task.stateEnteredAt = now;
        task.endedAt = state.terminal() ? now : null;
        task.flags.clear();
        arrive(state, token);
    }

    private void arrive(State state, Token token) {
        task.waitId = state.terminal() ? null : token.executionId();
        lease(state, token);
        path = new ArrayList<>();
        exit = null;
    }

    /** An ended task takes one more word, if its diagram wants to hear it. */
    boolean afterwards() {
        State.Afterwards last =
                task.ended() && !task.abandoned ? lifecycle().state(task.state).afterwards() : null;
        if (last == null || !last.exit().trigger().equals(request.trigger())) {
            return false;
        }
        guards.admit(this, last.exit());
        record(
                "afterwards",
                Json.object().put("trigger", trigger).put("eventId", eventId).set("payload", request.payload()));
        if (last.work() != null) {
            guards.afterwork(last.work()).happens(this);
        }
        return true;
    }

    private void lease(State state, Token token) {
        switch (state.lease()) {
            case NEW -> {
                task.leaseEpoch++;
                task.assignee = actor.isSystem() ? task.assignee : actor.id();
                task.renewLease(token.timer().orElseThrow());
            }
            case KEEP -> task.renewLease(token.timer().orElseThrow());
            default -> {
                task.timerDueAt = null;
                if (task.leaseExpiresAt != null) {
                    task.leaseExpiresAt = null;
                    task.assignee = state.terminal() ? task.assignee : null;
                }
            }
        }
    }

    State state() {
        return lifecycle().state(task.state);
    }

    void waitsForPerson(String userTaskId) {
        task.waitId = userTaskId;
    }

    void abandon(String reason) {
        Instant now = now();
        steps.add(new Step(
                ++task.moves,
                task.state,
                task.state,
                "abandon",
                "actor",
                actor.id(),
                request.onBehalfOf(),
                now,
                Json.object().put("reason", reason),
                List.of(),
                eventId));
        shares().close();
        task.abandoned = true;
        task.timerDueAt = null;
        task.endedAt = now;
        task.waitId = null;
    }

    /** A request by target is kept to the letter: when data leads elsewhere, the task stays where it is. */
    void requireTarget() {
        String to = request.to();
        if (to != null
                && !to.equals(task.state)
                && steps.stream().noneMatch(step -> step.to().equals(to))) {
            String reached = task.state;
            task.state = origin;
            throw refusal(
                    Reason.NO_SUCH_TRANSITION,
                    List.of(new Fault(
                            "to", "'" + trigger + "' would lead to '" + reached + "' now, not to '" + to + "'")));
        }
    }

    public Refusal refusal(Reason reason, List<Fault> faults) {
        String text = String.join("; ", faults.stream().map(Fault::message).toList());
        return new Refusal(
                reason,
                "Task " + task.id + ": " + text,
                faults,
                task.ended() ? Set.of() : lifecycle().targets(task.state),
                new Refusal.Attempt(
                        task.id, task.state, request.trigger() == null ? request.to() : request.trigger(), actor.id()));
    }
}
