package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;

/** Says for elements that a lifecycle can't have why that is, and what to draw instead. */
final class UnsupportedElements {

    private final Violations violations;

    UnsupportedElements(Violations violations) {
        this.violations = violations;
    }

    void check(Node node) {
        if (node.kind() == Kind.UNSUPPORTED) {
            violations.add(node.id(), withArticle(node) + " has no place in a lifecycle: " + instead(node));
        }
        if (node.event() == Event.OTHER && (node.kind() == Kind.THROW_EVENT || node.kind() == Kind.END_EVENT)) {
            violations.add(
                    node.id(),
                    withArticle(node)
                            + " that throws something else than a message has no place in a lifecycle: nothing"
                            + " would catch it; remove its event definition");
        }
    }

    private static String instead(Node node) {
        return switch (node.elementType()) {
            case "parallel gateway", "inclusive gateway", "complex gateway" ->
                "a task has one state at a time, and this would split it; use an exclusive gateway";
            case "event based gateway" ->
                "draw a receive task with a property 'state', and attach the timers and messages to it";
            case "intermediate catch event" ->
                "of these a task waits only in timer events; draw a receive task with a property 'state', and attach"
                        + " the message to it";
            case "receive task" ->
                "a receive task waits for triggers, not for a message; remove the message, and name the arrows that"
                        + " leave it";
            case "business rule task", "send task" ->
                "workers of other systems fetch service tasks only; draw one of type external";
            case "transaction", "ad hoc sub process", "sub process" -> "use a plain sub-process";
            case "intermediate throw event" -> "links are not followed; draw an arrow to the target";
            default ->
                "states are receive tasks, user tasks, service tasks, call activities, timer events and end events";
        };
    }

    static String withArticle(Node node) {
        String type = node.elementType();
        String name = switch (type) {
            case "receive task" -> node.kind() == Kind.UNSUPPORTED ? "receive task with a message" : type;
            case "business rule task" -> node.kind() == Kind.UNSUPPORTED ? "external " + type : type;
            case "end event" -> node.kind() == Kind.ERROR_END_EVENT ? "end event that throws an error" : type;
            default -> type;
        };
        return ("aeiou".indexOf(name.charAt(0)) < 0 ? "a " : "an ") + name;
    }
}
