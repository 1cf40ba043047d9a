package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import dev.baton.lifecycle.State.Subtasks;
import java.util.List;

/** Checks call activities: the lifecycle that they call, and what goes to the children and comes back. */
final class SubtaskValidator {

    private static final List<String> WORDS = List.of("gives", "brings", "cascade");

    private static final String FAILED = "children-failed";

    private final Diagram diagram;
    private final ValidationContext context;
    private final Violations violations;

    SubtaskValidator(Diagram diagram, ValidationContext context, Violations violations) {
        this.diagram = diagram;
        this.context = context;
        this.violations = violations;
    }

    void check() {
        for (Node node : diagram.nodes()) {
            if (node.kind() == Kind.CALL_ACTIVITY) {
                checkCall(node);
            } else {
                WORDS.stream()
                        .filter(node.properties()::containsKey)
                        .filter(word -> !(word.equals("gives") && node.throwsMessage()))
                        .forEach(word -> violations.add(node.id(), "'" + word + "' is for call activities"));
            }
        }
    }

    private void checkCall(Node node) {
        if (node.multiInstance() && node.participantsField() == null) {
            violations.add(
                    node.id(),
                    "a call activity creates one child, or one for each entry of a list: its collection names the list,"
                            + " such as ${task.chapters}");
        }
        for (String word : List.of("gives", "brings")) {
            Guard.list(node.properties().get(word)).stream()
                    .filter(name -> !LifecycleValidator.NAME.matcher(name).matches())
                    .forEach(name -> violations.add(node.id(), word + " '" + name + "', which is no name of data"));
        }
        boolean known =
                node.called() != null && (node.called().equals(diagram.key()) || context.isLifecycle(node.called()));
        if (!known) {
            violations.add(
                    node.id(),
                    node.called() == null
                            ? "name the lifecycle of the children as the called element"
                            : "it calls '" + node.called()
                                    + "', and there is no such lifecycle: deploy that one first");
            return;
        }
        Lifecycle called = context.lifecycle(node.called());
        if (called != null && !node.called().equals(diagram.key())) {
            checkAgainst(node, called);
        }
    }

    private void checkAgainst(Node node, Lifecycle called) {
        String cascade = node.properties().get("cascade");
        boolean trigger = called.states().stream()
                .anyMatch(state ->
                        cascade != null && called.exit(state.name(), cascade).isPresent());
        if (cascade != null && !cascade.equals(Subtasks.ABANDON) && !trigger) {
            violations.add(
                    node.id(),
                    "'cascade' is 'abandon' or a trigger of '" + node.called() + "', which has no '" + cascade + "'");
        }
        boolean canSucceed = called.states().stream().anyMatch(State::satisfies);
        for (Node event : diagram.boundaries(node)) {
            boolean catchesErrors = event.event() == Event.ERROR;
            if (catchesErrors && event.eventName() != null && !event.eventName().equals(FAILED)) {
                violations.add(
                        event.id(),
                        "failed children raise the error '" + FAILED + "': give the event that code, or none");
            }
            if (catchesErrors && !canSucceed) {
                violations.add(
                        event.id(),
                        "every child would have failed: give an end event of '" + node.called()
                                + "' the property satisfies=true");
            }
        }
    }
}
