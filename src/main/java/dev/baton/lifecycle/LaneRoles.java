package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Lane;
import dev.baton.lifecycle.Diagram.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Gives triggers and messages without {@code roles} those of the lane that they are drawn in. */
final class LaneRoles {

    private final Diagram diagram;

    LaneRoles(Diagram diagram) {
        this.diagram = diagram;
    }

    /** The innermost lane that the node, or a sub-process around it, is drawn in; null if there is none. */
    Lane lane(Node node) {
        Node drawn = node.host() == null ? node : diagram.node(node.host());
        return diagram.withScopes(drawn).stream()
                .map(Node::lane)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** @param node the state that a trigger leaves, or the event that catches a message */
    Map<String, String> complete(Map<String, String> properties, Node node) {
        Lane lane = properties.containsKey("roles") || properties.containsKey("on") ? null : lane(node);
        if (lane == null) {
            return properties;
        }
        Map<String, String> all = new LinkedHashMap<>(properties);
        all.put("roles", lane.roles());
        return all;
    }
}
