package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.persistence.entity.ResourceEntity;

/** Finds the decisions that a diagram under deployment names: in the deployment itself, the version before, or the folder. */
final class DeploymentDecisions {

    private final LifecycleFolder folder;
    private final DeploymentFiles files;
    private final List<DecisionFile> own;
    private final Map<String, DecisionFile> taken = new LinkedHashMap<>();

    DeploymentDecisions(LifecycleFolder folder, DeploymentFiles files) {
        this.folder = folder;
        this.files = files;
        this.own = read(files.all());
    }

    private static List<DecisionFile> read(List<ResourceEntity> files) {
        return files.stream()
                .filter(file -> DecisionFile.isDecisions(file.getName()))
                .map(file -> DecisionFile.read(file.getName(), file.getBytes()))
                .toList();
    }

    /** What is wrong with the files that were found so far, and with those of the deployment that the diagram does not use. */
    List<Violation> violations() {
        List<Violation> violations = new ArrayList<>();
        Map<String, String> places = new LinkedHashMap<>();
        for (DecisionFile file :
                Stream.concat(own.stream(), taken.values().stream()).toList()) {
            violations.addAll(file.violations());
            for (String id : file.decisions().keySet()) {
                String other = places.putIfAbsent(id, file.name());
                if (other != null) {
                    violations.add(new Violation(id, file.name() + " and " + other + " have a decision with this id"));
                }
            }
        }
        return violations;
    }

    Optional<DecisionFile.Logic> find(String decision) {
        return file(decision).map(file -> file.decisions().get(decision));
    }

    private Optional<DecisionFile> file(String decision) {
        Optional<DecisionFile> ofDeployment = with(decision, own);
        if (ofDeployment.isPresent()) {
            return ofDeployment;
        }
        Optional<DecisionFile> found =
                with(decision, read(files.ofVersionBefore())).or(() -> folder.decisions(decision, files.key()));
        found.ifPresent(file -> taken.put(file.name(), file));
        return found;
    }

    private static Optional<DecisionFile> with(String decision, List<DecisionFile> files) {
        return files.stream()
                .filter(file -> file.decisions().containsKey(decision))
                .findFirst();
    }

    /** The ids of the decisions that come along, for a message. */
    String known() {
        TreeSet<String> ids = new TreeSet<>();
        own.forEach(file -> ids.addAll(file.decisions().keySet()));
        return ids.isEmpty() ? "no decisions" : String.join(", ", ids);
    }

    /** Adds the files that were found elsewhere to the deployment. */
    void complete() {
        taken.values().forEach(file -> files.add(file.name(), file.bytes()));
    }
}
