package dev.baton.lifecycle;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads what elements of a diagram say besides states and guards. */
final class DiagramWords {

    private DiagramWords() {}

    /** The words of arrows and events that have some, by element. */
    static Map<String, ArrowWords> ofArrows(Diagram diagram) {
        Map<String, ArrowWords> words = new LinkedHashMap<>();
        for (Diagram.Node node : diagram.nodes()) {
            words.put(node.id(), of(diagram, node.id()));
            if (node.kind() == Diagram.Kind.EXTERNAL_TASK) {
                ExternalWork.TRIGGERS
                        .keySet()
                        .forEach(trigger ->
                                words.put(ExternalWork.element(node.id(), trigger), ExternalWork.words(trigger)));
            }
        }
        diagram.arrows().forEach(arrow -> words.put(arrow.id(), of(diagram, arrow.id())));
        words.values().removeIf(ArrowWords.NONE::equals);
        return words;
    }

    /** The words of one arrow or node that is drawn. */
    static ArrowWords of(Diagram diagram, String element) {
        Diagram.Arrow arrow = diagram.arrow(element);
        Diagram.Node node = diagram.node(element);
        if (arrow == null && node == null) {
            return ArrowWords.NONE;
        }
        return ArrowWords.of(arrow == null ? node.properties() : arrow.properties());
    }

    static boolean throwsMessage(Diagram.Node node) {
        return node.throwsMessage() && node.properties().containsKey("to");
    }

    static ThrownMessage thrown(Diagram.Node node) {
        return ThrownMessage.of(node.id(), node.eventName(), node.properties());
    }

    /** The messages to other tasks, by the event that throws them. */
    static Map<String, ThrownMessage> thrown(Diagram diagram) {
        Map<String, ThrownMessage> thrown = new LinkedHashMap<>();
        for (Diagram.Node node : diagram.nodes()) {
            if (throwsMessage(node)) {
                thrown.put(node.id(), thrown(node));
            }
        }
        return thrown;
    }
}
