package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks that a diagram follows the conventions for lifecycles, so that it can be read as a state machine. */
public final class LifecycleValidator {

    static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    /** The same in words. */
    static final String NAME_FORM = "a letter, then letters, digits, '-' and '_', at most 64";

    static final Set<String> RESERVED = Set.of("check", "vocabulary");
    private static final Set<Event> SUPPORTED_EVENTS = Set.of(Event.TIMER, Event.ERROR, Event.MESSAGE);

    private final Diagram diagram;
    private final ValidationContext context;
    private final GuardValidator guards;
    private final TriggerValidator triggers;
    private final PropertyValidator properties;
    private final ArrowEndsValidator arrowEnds;
    private final UnsupportedElements unsupported;
    private final Violations violations = new Violations();

    public LifecycleValidator(Diagram diagram, ValidationContext context) {
        this.diagram = diagram;
        this.context = context;
        this.guards = new GuardValidator(context, violations);
        this.triggers = new TriggerValidator(diagram, context, guards, violations);
        this.properties = new PropertyValidator(diagram, guards, violations);
        this.arrowEnds = new ArrowEndsValidator(diagram, violations);
        this.unsupported = new UnsupportedElements(violations);
    }

    public List<Violation> violations() {
        if (!NAME.matcher(diagram.key()).matches()) {
            violations.add(diagram.key(), "the process id is the lifecycle's key: " + NAME_FORM);
        }
        if (RESERVED.contains(diagram.key())) {
            violations.add(diagram.key(), "this key is the name of a call of the API: give the process another id");
        }
        diagram.nodes().forEach(node -> {
            checkKind(node);
            checkStateName(node);
            triggers.checkExit(node);
            checkPaths(node);
            triggers.checkGateway(node);
            checkLease(node);
            checkEvent(node);
            checkAfterwards(node);
            checkMultiInstance(node);
            arrowEnds.check(node);
            properties.check(node);
            guards.checkHolds(node.id(), node.state() != null, node.properties());
            guards.checkClears(node.id(), node.state() != null && !node.isEnd(), node.properties());
        });
        diagram.arrows().forEach(arrow -> {
            triggers.checkArrow(arrow);
            arrowEnds.check(arrow);
            properties.check(arrow);
        });
        checkStartEvents();
        new ArrowWordsValidator(diagram, violations).check();
        new MessageValidator(diagram, violations).check();
        new SubtaskValidator(diagram, context, violations).check();
        new StateGraphValidator(diagram, context, violations).check();
        new LoopValidator(diagram, violations).check();
        return violations.list();
    }

    private void checkKind(Node node) {
        unsupported.check(node);
        if (node.multiInstance() && node.kind() != Kind.USER_TASK && node.kind() != Kind.CALL_ACTIVITY) {
            violations.add(node.id(), "only a user task or a call activity can be multi-instance");
        }
        if (node.kind() == Kind.EXTERNAL_TASK
                && (node.topic() == null || !NAME.matcher(node.topic()).matches())) {
            violations.add(node.id(), "an external task needs a topic: " + NAME_FORM);
        }
        boolean canBeState = node.rests() || node.kind() == Kind.AUTOMATIC_TASK || node.kind() == Kind.END_EVENT;
        if (node.state() != null && !canBeState && node.kind() != Kind.UNSUPPORTED) {
            violations.add(node.id(), UnsupportedElements.withArticle(node) + " can't be a state");
        }
        if (node.kind() == Kind.END_EVENT && node.state() != null && !endsTheTask(node)) {
            violations.add(
                    node.id(),
                    "a terminal state inside a sub-process would not end the task: lead the arrow out of it");
        }
    }

    private boolean endsTheTask(Node end) {
        Node scope = diagram.node(end.scope());
        return scope == null || scope.kind() == Kind.EVENT_SUBPROCESS && diagram.node(scope.scope()) == null;
    }

    private void checkStateName(Node node) {
        String state = node.state();
        if (state != null && !NAME.matcher(state).matches()) {
            violations.add(node.id(), "'" + state + "' is no name for a state: " + NAME_FORM);
        }
        if (state == null && node.rests()) {
            violations.add(
                    node.id(),
                    "a task would wait here in no state: give the " + node.elementType() + " a property 'state'");
        }
        if (node.properties().containsKey("unreachable") && state == null) {
            violations.add(node.id(), "only a state can be declared unreachable");
        }
    }

    /** A lease expires when the timer on the state fires; without a timer it would never expire. */
    private void checkLease(Node node) {
        String lease = node.properties().get("lease");
        if (lease == null || node.event() == Event.MESSAGE) { // on a message it is part of the guard
            return;
        }
        if (node.kind() == Kind.TIMER_EVENT) {
            if (!lease.equals("pause")) {
                violations.add(
                        node.id(),
                        "nobody works on a task while it waits for a timer, so 'lease' can only be 'pause' here: the"
                                + " task stays with its assignee");
            }
            return;
        }
        boolean hasTimer = diagram.boundaries(node).stream().anyMatch(event -> event.event() == Event.TIMER);
        if (node.kind() == Kind.EXTERNAL_TASK) {
            violations.add(
                    node.id(), "a worker of the topic gets a lease in any case: leave 'lease' out of an external task");
        } else if (!node.waits() || !Set.of("new", "keep", "pause").contains(lease)) {
            violations.add(node.id(), "'lease' is 'new', 'keep' or 'pause', on a receive task or user task");
        } else if (!hasTimer && !lease.equals("pause")) {
            violations.add(node.id(), "a lease lasts as long as the timer on its state: attach a boundary timer");
        }
    }

    private void checkPaths(Node node) {
        List<Arrow> arrows = diagram.outgoing(node);
        if (arrows.size() > 1 && node.kind() != Kind.EXCLUSIVE_GATEWAY) {
            violations.add(
                    node.id(),
                    "several arrows leave it at once and would split the task: put an exclusive gateway between");
        }
        boolean catchesErrors = diagram.boundaries(node).stream().anyMatch(event -> event.event() == Event.ERROR);
        boolean passedThrough =
                !node.rests() && !node.isEnd() && node.kind() != Kind.EVENT_SUBPROCESS && !catchesErrors;
        if (arrows.isEmpty() && passedThrough && node.state() == null) {
            violations.add(
                    node.id(), "a task would end here in no state: lead an arrow on from the " + node.elementType());
        }
    }

    private void checkEvent(Node node) {
        Node scope = diagram.node(node.scope());
        boolean catching = node.kind() == Kind.BOUNDARY_EVENT
                || node.kind() == Kind.START_EVENT && scope != null && scope.kind() == Kind.EVENT_SUBPROCESS;
        if (!catching) {
            return;
        }
        if (!SUPPORTED_EVENTS.contains(node.event())) {
            violations.add(node.id(), "use a timer, a message or an error: other events have no trigger name");
        }
        if (node.event() == Event.MESSAGE
                && (node.eventName() == null || !NAME.matcher(node.eventName()).matches())) {
            violations.add(node.id(), "the message's name is the trigger: " + NAME_FORM);
        }
        if (!node.interrupting() && !new DiagramPaths(diagram).statesAfter(node).isEmpty()) {
            violations.add(
                    node.id(), "it does not interrupt, so its path can't lead to a state: the task would be in two");
        }
        if (node.event() == Event.MESSAGE) {
            guards.check(node.id(), node.properties());
        } else {
            guards.checkNoGuard(node.id(), node.properties());
        }
    }

    private void checkMultiInstance(Node node) {
        for (String name : List.of("reassign", "fits")) {
            if (node.properties().containsKey(name) && !(node.multiInstance() && node.kind() == Kind.USER_TASK)) {
                violations.add(node.id(), "'" + name + "' is for user tasks that are multi-instance");
            }
        }
        guards.checkMultiInstance(node.id(), node.properties());
    }

    private void checkAfterwards(Node node) {
        String trigger = node.properties().get("afterwards");
        String work = node.properties().get("work");
        if (trigger == null) {
            if (node.isEnd()) {
                guards.checkNoGuard(node.id(), node.properties());
            }
            return;
        }
        if (!node.isEnd() || node.state() == null) {
            violations.add(node.id(), "'afterwards' is for end events that are states");
        } else if (!NAME.matcher(trigger).matches()) {
            violations.add(node.id(), "'" + trigger + "' is no name for a trigger: " + NAME_FORM);
        }
        if (work != null && !context.isPostEndAction(work)) {
            violations.add(node.id(), "there is no work named '" + work + "' to do afterwards");
        }
        guards.check(node.id(), node.properties());
    }

    private void checkStartEvents() {
        List<Node> starts = diagram.starts(diagram.key());
        if (starts.isEmpty()) {
            violations.add(diagram.key(), "draw a start event, so that tasks can begin");
        }
        for (Node start : starts) {
            if (start.event() != Event.NONE && start.event() != Event.MESSAGE) {
                violations.add(start.id(), "a task begins with a plain start event or a message");
            }
            guards.check(start.id(), start.properties());
        }
    }
}
