package dev.baton.pipeline;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The configured pipelines and the settings that apply to all of them.
 *
 * @param threshold the lowest confidence at which a classification is accepted
 * @param questions what to ask a person if the classifier is below the threshold and sends no questions
 * @param tiers the models, weakest first
 * @param strategies one for each attempt at a tier, in order; further attempts use the last one
 * @param budgetUsd the default for pipelines without a budget
 */
record PipelineSettings(
        double threshold,
        List<String> questions,
        List<String> tiers,
        List<String> strategies,
        Retries retries,
        BigDecimal budgetUsd,
        List<Pipeline> pipelines) {

    /**
     * @param intents the intents that select this pipeline
     * @param repair the phase that a failed verification goes back to; null for the last one that is no review
     */
    record Pipeline(String name, List<String> intents, BigDecimal budgetUsd, List<Phase> phases, String repair) {

        String repairPhase() {
            List<Phase> candidates = phases.stream().filter(p -> !p.review()).toList();
            List<Phase> last = candidates.isEmpty() ? phases : candidates;
            return repair == null ? last.get(last.size() - 1).name() : repair;
        }
    }

    /**
     * @param tier the tier of the first attempt
     * @param review whether it only judges the work of others, so that it can't repair anything
     */
    record Phase(String name, String agent, String tier, boolean review) {}

    Optional<Pipeline> pipeline(String name) {
        return pipelines.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    Optional<Pipeline> forIntent(String intent) {
        return pipelines.stream().filter(p -> p.intents().contains(intent)).findFirst();
    }

    TreeSet<String> intents() {
        TreeSet<String> intents = new TreeSet<>();
        pipelines.forEach(p -> intents.addAll(p.intents()));
        return intents;
    }

    List<String> names() {
        return pipelines.stream().map(Pipeline::name).toList();
    }
}
