package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.camunda.bpm.model.dmn.DmnModelInstance;
import org.camunda.bpm.model.dmn.instance.Decision;
import org.camunda.bpm.model.dmn.instance.InformationRequirement;
import org.camunda.bpm.model.dmn.instance.Text;
import org.camunda.bpm.model.xml.instance.ModelElementInstance;

/**
 * Finds decisions that could make a text out of proportion to what they read: {@code +} joins texts, so each of several decisions
 * that require one another could double it.
 */
final class DecisionGrowth {

    private static final long MOST = 10_000;

    private final Map<String, Long> sums = new HashMap<>();
    private final Map<String, Long> known = new HashMap<>();
    private final Set<String> open = new TreeSet<>();

    private DecisionGrowth(DmnModelInstance model) {
        for (Text text : model.getModelElementsByType(Text.class)) {
            long operands =
                    1 + text.getTextContent().chars().filter(c -> c == '+').count();
            sums.merge(decisionOf(text), operands, Math::max);
        }
    }

    /** In a file whose texts have passed the other checks. */
    static Stream<Violation> violations(DmnModelInstance model) {
        DecisionGrowth growth = new DecisionGrowth(model);
        return model.getModelElementsByType(Decision.class).stream()
                .filter(decision -> decision.getId() != null && growth.of(decision) > MOST)
                .map(decision -> new Violation(
                        decision.getId(),
                        "with the decisions that it requires it could add up more than " + MOST
                                + " values: use fewer + or fewer decisions that require one another"));
    }

    private static String decisionOf(ModelElementInstance element) {
        ModelElementInstance parent = element;
        while (parent != null && !(parent instanceof Decision)) {
            parent = parent.getParentElement();
        }
        return parent instanceof Decision decision ? String.valueOf(decision.getId()) : "";
    }

    /** How many values it adds up at most, those of the decisions that it requires included. */
    private long of(Decision decision) {
        String id = String.valueOf(decision.getId());
        Long before = known.get(id);
        if (before != null || !open.add(id)) {
            return before == null ? 1 : before; // the engine reports decisions that require themselves
        }
        long required = decision.getInformationRequirements().stream()
                .map(InformationRequirement::getRequiredDecision)
                .filter(Objects::nonNull)
                .mapToLong(this::of)
                .max()
                .orElse(1);
        long all = Math.min(MOST + 1, required * sums.getOrDefault(id, 1L));
        open.remove(id);
        known.put(id, all);
        return all;
    }
}
