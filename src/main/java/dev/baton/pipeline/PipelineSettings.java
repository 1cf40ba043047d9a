package dev.baton.pipeline;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a person has written down about pipelines.
 *
 * @param threshold from this confidence on a classification is believed
 * @param questions what a person is asked when the classifier is unsure and brings no questions of its own
 * @param tiers the models, weakest first
 * @param strategies how the first attempt at a tier goes about it, how the second, and so on; the last one stays
 * @param budgetUsd for pipelines that have none of their own
 */
record PipelineSettings(
        double threshold,
        List<String> questions,
        List<String> tiers,
        List<String> strategies,
        Retries retries,
        BigDecimal budgetUsd,
        List<Pipeline> pipelines) {

    /** @param intents the intents that lead here */
    record Pipeline(String name, List<String> intents, BigDecimal budgetUsd, List<Phase> phases) {}

    /** @param tier where the phase begins */
    record Phase(String name, String agent, String tier) {}

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
