package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;

/** Reads what a state is from its node. */
final class StateReader {

    private StateReader() {}

    static State.Waits waitsFor(Node node) {
        return switch (node.kind()) {
            case RECEIVE_TASK, EXTERNAL_TASK -> State.Waits.AGENT;
            case USER_TASK -> State.Waits.PERSON;
            case TIMER_EVENT -> State.Waits.TIME;
            case CALL_ACTIVITY -> State.Waits.CHILDREN;
            default -> State.Waits.NOBODY;
        };
    }

    static State.MultiInstance multiInstance(Node node) {
        return node.multiInstance() && node.kind() == Kind.USER_TASK
                ? new State.MultiInstance(
                        node.participantsField(),
                        Role.list(node.properties().get("reassign")),
                        Guard.list(node.properties().get("fits")),
                        "true".equals(node.properties().get("samePerson")),
                        Guard.list(node.properties().get("blind")))
                : null;
    }

    static State.Subtasks subtasks(Node node) {
        return node.kind() == Kind.CALL_ACTIVITY
                ? new State.Subtasks(
                        node.called(),
                        node.participantsField(),
                        Guard.list(node.properties().get("gives")),
                        Guard.list(node.properties().get("brings")),
                        node.properties().get("cascade"))
                : null;
    }

    static State.LeaseOnEntry lease(Node node) {
        if (node.kind() == Kind.EXTERNAL_TASK) {
            return State.LeaseOnEntry.KEEP;
        }
        return switch (node.properties().getOrDefault("lease", "")) {
            case "new" -> State.LeaseOnEntry.NEW;
            case "keep" -> State.LeaseOnEntry.KEEP;
            case "pause" -> State.LeaseOnEntry.PAUSE;
            default -> State.LeaseOnEntry.NONE;
        };
    }
}
