package dev.baton.lifecycle;

import jakarta.annotation.Nullable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a transition does besides changing the state. If several paths lead from the one state to the other, what happens on
 * any of them.
 *
 * @param counts the fields of the task's data that are increased by one
 * @param collects what is appended to which lists in the task's data
 * @param decisions the decisions that are asked
 * @param messages the messages that are sent to other tasks
 */
public record TransitionEffects(
        List<String> counts,
        List<ArrowWords.Collect> collects,
        List<AskedDecision> decisions,
        List<ThrownMessage> messages) {

    /** @param result the field of the task's data that gets the result; null if it is asked about actions */
    public record AskedDecision(String decision, @Nullable String result) {}

    /** Each in words, such as "counts attempts". */
    List<String> phrases() {
        List<String> phrases = new ArrayList<>();
        counts.forEach(field -> phrases.add("counts " + field));
        collects.forEach(collect -> phrases.add("collects " + collect.source() + " in " + collect.list()));
        decisions.forEach(asked -> phrases.add(
                "asks " + asked.decision() + " for " + (asked.result() == null ? "actions" : asked.result())));
        messages.forEach(message -> phrases.add("sends " + message.trigger() + " to " + message.to()));
        return phrases;
    }

    /** @param elements the nodes and arrows of the paths */
    static TransitionEffects of(Diagram diagram, Iterable<String> elements) {
        Set<String> counts = new LinkedHashSet<>();
        Set<ArrowWords.Collect> collects = new LinkedHashSet<>();
        Set<AskedDecision> decisions = new LinkedHashSet<>();
        Set<ThrownMessage> messages = new LinkedHashSet<>();
        for (String element : elements) {
            ArrowWords words = DiagramWords.of(diagram, element);
            counts.addAll(words.counts());
            collects.addAll(words.collects());
            if (words.actions() != null) {
                decisions.add(new AskedDecision(words.actions(), null));
            }
            Diagram.Node node = diagram.node(element);
            if (node != null && node.decision() != null) {
                decisions.add(node.decision());
            }
            if (node != null && DiagramWords.throwsMessage(node)) {
                messages.add(DiagramWords.thrown(node));
            }
        }
        return new TransitionEffects(
                List.copyOf(counts), List.copyOf(collects), List.copyOf(decisions), List.copyOf(messages));
    }
}
