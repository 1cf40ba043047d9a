package dev.baton.pipeline;

import dev.baton.core.StartupFailure;
import dev.baton.pipeline.PipelineSettings.Phase;
import dev.baton.pipeline.PipelineSettings.Pipeline;
import java.io.Reader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads the YAML file of the pipelines. Reports all mistakes at once, each with its line, which binding by Spring can't
 * do: it stops at the first value that it can't convert and knows no line for missing or contradictory settings.
 */
final class PipelineFile {

    static final BigDecimal LARGEST_BUDGET = new BigDecimal(1_000_000);

    private static final int LARGEST_COUNT = 1000;

    /** A phase of this name is a review unless it says otherwise. */
    private static final String REVIEW = "review";

    private final String name;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, String> pipelineNames = new HashMap<>();
    private final Map<String, String> pipelineByIntent = new HashMap<>();
    private List<String> tiers = List.of();

    private PipelineFile(String name) {
        this.name = name;
    }

    /** @throws StartupFailure if the file has mistakes, with all of them in its message */
    static PipelineSettings read(String name, Reader text) {
        PipelineFile file = new PipelineFile(name);
        PipelineSettings settings = file.settings(file.root(text));
        file.throwIfFaults();
        return settings;
    }

    private YamlSection root(Reader text) {
        try {
            LoaderOptions strict = new LoaderOptions();
            strict.setAllowDuplicateKeys(false);
            Node node = new Yaml(strict).compose(text);
            if (node instanceof MappingNode mapping) {
                return new YamlSection(mapping, "", faults);
            }
            faults.add("there are no settings in it");
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            faults.add("line " + line + ": this is not YAML: " + e.getProblem());
        } catch (YAMLException e) {
            faults.add("this is not YAML: " + e.getMessage().lines().findFirst().orElse("unreadable"));
        }
        throw failure();
    }

    private PipelineSettings settings(YamlSection root) {
        YamlSection classification = root.section("classification");
        double threshold = classification
                .decimal("threshold", BigDecimal.ZERO, BigDecimal.ONE, "more than 0 and at most 1")
                .doubleValue();
        List<String> questions = classification.texts("questions");
        classification.rejectUnknownKeys();
        tiers = root.texts("tiers");
        List<String> strategies = root.texts("strategies");
        Retries retries = retries(root.section("retries"));
        BigDecimal budget = budget(root);
        List<Pipeline> pipelines = new ArrayList<>();
        for (YamlSection section : root.sections("pipelines")) {
            pipelines.add(pipeline(section, budget));
        }
        root.rejectUnknownKeys();
        return new PipelineSettings(threshold, questions, tiers, strategies, retries, budget, pipelines);
    }

    private Retries retries(YamlSection section) {
        int faultsBefore = faults.size();
        Retries retries = new Retries(
                section.count("escalate-after", LARGEST_COUNT),
                section.count("max", LARGEST_COUNT),
                section.count("breaker", LARGEST_COUNT));
        section.rejectUnknownKeys();
        if (faults.size() == faultsBefore && !tiers.isEmpty()) {
            retries.unreachableLimits(tiers.size()).forEach(section::addFault);
        }
        return retries;
    }

    private Pipeline pipeline(YamlSection section, BigDecimal defaultBudget) {
        String pipeline = section.name("name");
        section.requireUnique("name", pipeline, "pipeline", pipelineNames);
        List<String> intents = section.texts("intents");
        for (String intent : intents) {
            String other = pipelineByIntent.putIfAbsent(intent, pipeline);
            if (other != null && !other.equals(pipeline)) {
                section.addFault(
                        "intents", "'" + intent + "' leads to '" + other + "' already; an intent has one pipeline");
            }
        }
        BigDecimal budget = section.has("budget-usd") ? budget(section) : defaultBudget;
        List<Phase> phases = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        for (YamlSection phase : section.sections("phases")) {
            phases.add(phase(phase, names));
        }
        String repair = section.has("repair") ? section.name("repair") : null;
        if (repair != null && !names.containsKey(repair)) {
            section.addFault(
                    "repair",
                    "there is no phase '" + repair + "'; there are "
                            + String.join(", ", phases.stream().map(Phase::name).toList()));
        }
        section.rejectUnknownKeys();
        return new Pipeline(pipeline, intents, budget, phases, repair);
    }

    private Phase phase(YamlSection section, Map<String, String> names) {
        String phase = section.name("name");
        section.requireUnique("name", phase, "phase", names);
        String agent = section.name("agent");
        String tier = section.has("tier") ? section.name("tier") : null;
        if (tier != null && !tiers.contains(tier)) {
            section.addFault("tier", "there is no tier '" + tier + "'; there are " + String.join(", ", tiers));
        }
        boolean review = section.has("review") ? section.flag("review") : phase.equals(REVIEW);
        section.rejectUnknownKeys();
        return new Phase(phase, agent, tier == null && !tiers.isEmpty() ? tiers.get(0) : tier, review);
    }

    private static BigDecimal budget(YamlSection section) {
        return section.decimal("budget-usd", BigDecimal.ZERO, LARGEST_BUDGET, "more than 0 and at most 1000000");
    }

    private void throwIfFaults() {
        if (!faults.isEmpty()) {
            throw failure();
        }
    }

    private StartupFailure failure() {
        return new StartupFailure("The pipelines in " + name + " can't be used:\n  - "
                + String.join("\n  - ", faults)
                + "\nCorrect the file, or name another one with baton.pipeline.config.");
    }
}
