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

/** Reads the file that a person edits, and tells everything that is wrong with it at once, with the line. */
final class PipelineFile {

    static final BigDecimal LARGEST_BUDGET = new BigDecimal(1_000_000);

    private static final int LARGEST_COUNT = 1000;

    private final String name;
    private final List<String> faults = new ArrayList<>();
    private final Map<String, String> pipelineOf = new HashMap<>();
    private List<String> tiers = List.of();

    private PipelineFile(String name) {
        this.name = name;
    }

    /** @throws StartupFailure when the file can't be used */
    static PipelineSettings read(String name, Reader text) {
        PipelineFile file = new PipelineFile(name);
        PipelineSettings settings = file.settings(file.root(text));
        file.refuse();
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
        refuse();
        throw new IllegalStateException();
    }

    private PipelineSettings settings(YamlSection root) {
        YamlSection classification = root.section("classification");
        double threshold = classification
                .decimal("threshold", BigDecimal.ZERO, BigDecimal.ONE, "more than 0 and at most 1")
                .doubleValue();
        List<String> questions = classification.texts("questions");
        classification.nothingElse();
        tiers = root.texts("tiers");
        List<String> strategies = root.texts("strategies");
        Retries retries = retries(root.section("retries"));
        BigDecimal budget = budget(root);
        List<Pipeline> pipelines = new ArrayList<>();
        for (YamlSection section : root.sections("pipelines")) {
            pipelines.add(pipeline(section, budget));
        }
        root.nothingElse();
        return new PipelineSettings(threshold, questions, tiers, strategies, retries, budget, pipelines);
    }

    private Retries retries(YamlSection section) {
        int before = faults.size();
        Retries retries = new Retries(
                section.count("escalate-after", LARGEST_COUNT),
                section.count("max", LARGEST_COUNT),
                section.count("breaker", LARGEST_COUNT));
        section.nothingElse();
        if (faults.size() == before && !tiers.isEmpty()) {
            for (String shadow : retries.shadows(tiers.size())) {
                section.say(shadow.substring(0, shadow.indexOf(':')), shadow.substring(shadow.indexOf(':') + 2));
            }
        }
        return retries;
    }

    private Pipeline pipeline(YamlSection section, BigDecimal otherwise) {
        String pipeline = section.name("name");
        section.once("name", pipeline, "pipeline", pipelineOf);
        List<String> intents = section.texts("intents");
        for (String intent : intents) {
            String other = pipelineOf.putIfAbsent("intent " + intent, pipeline);
            if (other != null && !other.equals(pipeline)) {
                section.say("intents", "'" + intent + "' leads to '" + other + "' already; an intent has one pipeline");
            }
        }
        BigDecimal budget = section.has("budget-usd") ? budget(section) : otherwise;
        List<Phase> phases = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        for (YamlSection phase : section.sections("phases")) {
            phases.add(phase(phase, names));
        }
        section.nothingElse();
        return new Pipeline(pipeline, intents, budget, phases);
    }

    private Phase phase(YamlSection section, Map<String, String> names) {
        String phase = section.name("name");
        section.once("name", phase, "phase", names);
        String agent = section.name("agent");
        String tier = section.has("tier") ? section.name("tier") : null;
        if (tier != null && !tiers.contains(tier)) {
            section.say("tier", "there is no tier '" + tier + "'; there are " + String.join(", ", tiers));
        }
        section.nothingElse();
        return new Phase(phase, agent, tier == null && !tiers.isEmpty() ? tiers.get(0) : tier);
    }

    private static BigDecimal budget(YamlSection section) {
        return section.decimal("budget-usd", BigDecimal.ZERO, LARGEST_BUDGET, "more than 0 and at most 1000000");
    }

    private void refuse() {
        if (!faults.isEmpty()) {
            throw new StartupFailure("The pipelines in " + name + " can't be used:\n  - "
                    + String.join("\n  - ", faults)
                    + "\nCorrect the file, or name another one with baton.pipeline.config.");
        }
    }
}
