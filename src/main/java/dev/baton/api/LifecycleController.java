package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.Lifecycles;
import dev.baton.ledger.TaskQueries;
import dev.baton.lifecycle.ArrowWords;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Mermaid;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.ThrownMessage;
import dev.baton.lifecycle.Transition;
import dev.baton.move.ArtifactRequirement;
import dev.baton.move.Migration;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lifecycles")
@Tag(name = "Lifecycles")
class LifecycleController {

    private static final Logger LOG = LoggerFactory.getLogger(LifecycleController.class);

    record Overview(String key, int version, String name, Map<String, Long> tasks) {}

    record Table(
            String key,
            int version,
            String name,
            Set<String> initial,
            List<StateView> states,
            List<TransitionView> transitions,
            List<ThrownMessage> messages,
            List<ArtifactRequirement> start,
            Map<String, JsonNode> schemas) {}

    record StateView(String name, boolean terminal, String waitsFor, String lease, String topic, String calls) {}

    record TransitionView(
            String from,
            String to,
            String trigger,
            String kind,
            Set<String> roles,
            List<String> except,
            List<String> requires,
            List<String> accepts,
            List<String> needs,
            String lease,
            Set<String> force,
            Boolean claim,
            String on,
            List<String> counts,
            List<String> collects) {}

    record Versions(
            @NotNull @Min(1) Integer from, @NotNull @Min(1) Integer to) {}

    private final Lifecycles lifecycles;
    private final TaskQueries queries;
    private final Migration migration;

    LifecycleController(Lifecycles lifecycles, TaskQueries queries, Migration migration) {
        this.lifecycles = lifecycles;
        this.queries = queries;
        this.migration = migration;
    }

    @GetMapping
    @Operation(summary = "Every lifecycle in its newest version, with the number of its tasks by state")
    List<Overview> list() {
        return lifecycles.all().stream()
                .map(d -> new Overview(d.key(), d.version(), d.lifecycle().name(), queries.countsByState(d.key())))
                .toList();
    }

    @GetMapping("/{key}")
    @Operation(summary = "States and transitions, read off the diagram")
    Table table(@PathVariable String key, @RequestParam(required = false) @Min(1) Integer version) {
        return table(find(key, version));
    }

    @GetMapping(path = "/{key}/bpmn", produces = MediaType.APPLICATION_XML_VALUE)
    @Operation(summary = "The diagram itself")
    byte[] bpmn(@PathVariable String key, @RequestParam(required = false) @Min(1) Integer version) {
        return lifecycles.bpmn(find(key, version));
    }

    @GetMapping(path = "/{key}/mermaid", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
    @Operation(summary = "The same machine as a Mermaid state diagram")
    String mermaid(@PathVariable String key, @RequestParam(required = false) @Min(1) Integer version) {
        return Mermaid.of(find(key, version).lifecycle());
    }

    @PutMapping(
            path = "/{key}",
            consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE, "application/bpmn+xml"})
    @Operation(summary = "Check and deploy a diagram; new tasks follow it from now on")
    Table deploy(@PathVariable String key, @AuthenticationPrincipal Actor actor, @RequestBody byte[] xml) {
        DeployedLifecycle deployed = lifecycles.deploy(key, xml);
        LOG.info("{} deployed {}, now version {}", actor.id(), deployed.key(), deployed.version());
        return table(deployed);
    }

    @PostMapping("/{key}/migrations")
    @Operation(summary = "Move running tasks to another version of their lifecycle")
    Migration.Report migrate(
            @PathVariable String key, @AuthenticationPrincipal Actor actor, @Valid @RequestBody Versions body) {
        find(key);
        return migration.migrate(version(key, body.from()), version(key, body.to()), actor);
    }

    private DeployedLifecycle version(String key, int version) {
        return lifecycles
                .version(key, version)
                .orElseThrow(() -> new Refusal(
                        Refusal.Reason.INVALID, "version", "The lifecycle '" + key + "' has no version " + version));
    }

    /** @param version null for the newest one */
    private DeployedLifecycle find(String key, Integer version) {
        DeployedLifecycle newest = find(key);
        return version == null
                ? newest
                : lifecycles
                        .version(key, version)
                        .orElseThrow(() -> new NoSuchLifecycle("The lifecycle '" + key + "' has no version " + version
                                + "; the newest is " + newest.version()));
    }

    private DeployedLifecycle find(String key) {
        return lifecycles.newest(key).orElseThrow(() -> new NoSuchLifecycle("There is no lifecycle '" + key + "'"));
    }

    private static Table table(DeployedLifecycle deployed) {
        Lifecycle lifecycle = deployed.lifecycle();
        return new Table(
                deployed.key(),
                deployed.version(),
                lifecycle.name(),
                lifecycle.initial(),
                lifecycle.states().stream().map(LifecycleController::view).toList(),
                lifecycle.transitions().stream()
                        .map(t -> view(t, lifecycle.words(t.exit().element())))
                        .toList(),
                List.copyOf(lifecycle.thrownMessages()),
                lifecycle.exits(null).stream()
                        .filter(exit -> !exit.byMessage())
                        .flatMap(exit -> ArtifactRequirement.of(exit.guard(), deployed).stream())
                        .toList(),
                schemas(deployed));
    }

    private static Map<String, JsonNode> schemas(DeployedLifecycle deployed) {
        Map<String, JsonNode> schemas = new TreeMap<>();
        deployed.schemas().forEach((name, schema) -> schemas.put(name, schema.json()));
        return schemas;
    }

    private static StateView view(State state) {
        return new StateView(
                state.name(),
                state.terminal(),
                waitsFor(state),
                lower(state.lease()),
                state.topic(),
                state.subtasks() == null ? null : state.subtasks().lifecycle());
    }

    /** Nobody can hurry a timer or the children of a task. */
    private static String waitsFor(State state) {
        boolean somebody = state.waitsFor() == State.Waits.AGENT || state.waitsFor() == State.Waits.PERSON;
        return lower(somebody ? state.waitsFor() : State.Waits.NOBODY);
    }

    private static TransitionView view(Transition t, ArrowWords words) {
        Guard guard = t.exit().guard();
        return new TransitionView(
                t.from(),
                t.to(),
                t.trigger(),
                lower(t.exit().kind()),
                guard.roleNames(),
                guard.except().stream().map(Role::text).toList(),
                guard.required(),
                guard.artifacts().stream()
                        .filter(artifact -> !artifact.required())
                        .map(Guard.Artifact::name)
                        .toList(),
                guard.needs(),
                guard.lease() == Guard.LeaseRule.NONE ? null : lower(guard.lease()),
                guard.force(),
                words.claim(),
                words.onBlockersFinished() ? "blockers-finished" : null,
                words.counts(),
                words.collects().stream().map(c -> c.list() + ":" + c.source()).toList());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
