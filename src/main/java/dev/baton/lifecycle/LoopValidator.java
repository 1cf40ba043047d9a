package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Node;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds loops in which a task never waits. One move would follow such a loop until memory runs out; conditions on data don't
 * guarantee that it ends.
 */
final class LoopValidator {

    private final Diagram diagram;
    private final DiagramPaths paths;
    private final Violations violations;

    LoopValidator(Diagram diagram, Violations violations) {
        this.diagram = diagram;
        this.paths = new DiagramPaths(diagram);
        this.violations = violations;
    }

    void check() {
        Set<String> reported = new HashSet<>();
        for (Node node : diagram.nodes()) {
            List<Node> loop = reported.contains(node.id()) ? List.of() : shortestLoop(node);
            if (!loop.isEmpty()) {
                loop.forEach(step -> reported.add(step.id()));
                violations.add(
                        node.id(),
                        "a task could go round here without ever waiting ("
                                + loop.stream().map(Node::id).collect(Collectors.joining(" → ")) + " → " + node.id()
                                + "): lead the way through a state in which it waits");
            }
        }
    }

    /** The nodes of the shortest loop that begins with this one; empty if there is none. */
    private List<Node> shortestLoop(Node start) {
        Map<Node, Node> cameFrom = new LinkedHashMap<>();
        Deque<Node> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            Node node = queue.remove();
            for (Node next : paths.withoutWaiting(node)) {
                if (next.equals(start)) {
                    return path(cameFrom, node);
                }
                if (!cameFrom.containsKey(next)) {
                    cameFrom.put(next, node);
                    queue.add(next);
                }
            }
        }
        return List.of();
    }

    private static List<Node> path(Map<Node, Node> cameFrom, Node last) {
        Deque<Node> path = new ArrayDeque<>();
        for (Node node = last; node != null; node = cameFrom.get(node)) {
            path.addFirst(node);
        }
        return List.copyOf(path);
    }
}
