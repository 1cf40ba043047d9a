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
            words.put(node.id(), ArrowWords.of(node.properties()));
            if (node.kind() == Diagram.Kind.EXTERNAL_TASK) {
                ExternalWork.TRIGGERS
                        .keySet()
                        .forEach(trigger ->
                                words.put(ExternalWork.element(node.id(), trigger), ExternalWork.words(trigger)));
            }
        }
        diagram.arrows().forEach(arrow -> words.put(arrow.id(), ArrowWords.of(arrow.properties())));
        words.values().removeIf(ArrowWords.NONE::equals);
        return words;
    }

    /** The messages to other tasks, by the event that throws them. */
    static Map<String, ThrownMessage> thrown(Diagram diagram) {
        Map<String, ThrownMessage> thrown = new LinkedHashMap<>();
        for (Diagram.Node node : diagram.nodes()) {
            if (node.throwsMessage() && node.properties().containsKey("to")) {
                thrown.put(node.id(), ThrownMessage.of(node.id(), node.eventName(), node.properties()));
            }
        }
        return thrown;
    }
}
