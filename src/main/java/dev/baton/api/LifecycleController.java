package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.ledger.TaskQueries;
import dev.baton.lifecycle.Mermaid;
import dev.baton.move.Migration;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.springframework.http.MediaType;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/lifecycles")
@Tag(name = "Lifecycles")
class LifecycleController {

    record LifecycleOverview(
            String key,
            int version,
            String name,
            @Nullable String description,
            Map<String, Long> tasks,
            boolean retired) {}

    record LifecycleVersion(int version, long running) {}

    record MigrateTasks(
            @NotNull @Min(1) Integer from, @NotNull @Min(1) Integer to) {}

    private static final int MOST_VERSIONS = 100;

    private final Lifecycles lifecycles;
    private final TaskQueries queries;
    private final Migration migration;

    LifecycleController(Lifecycles lifecycles, TaskQueries queries, Migration migration) {
        this.lifecycles = lifecycles;
        this.queries = queries;
        this.migration = migration;
    }

    @GetMapping
    @Operation(
            operationId = "listLifecycles",
            summary = "Every lifecycle in its newest version, with the number of its tasks by state")
    List<LifecycleOverview> list() {
        Map<String, Map<String, Long>> counts = new HashMap<>();
        queries.counts()
                .forEach(c -> counts.computeIfAbsent(c.lifecycle(), key -> new TreeMap<>())
                        .put(c.state(), c.tasks()));
        return lifecycles.all().stream()
                .map(d -> new LifecycleOverview(
                        d.key(),
                        d.version(),
                        d.lifecycle().name(),
                        d.description(),
                        counts.getOrDefault(d.key(), Map.of()),
                        lifecycles.retirement(d.key()).isPresent()))
                .toList();
    }

    @GetMapping("/{key}")
    @Operation(operationId = "getLifecycle", summary = "States and transitions, read off the diagram")
    LifecycleTable table(@PathVariable String key, @RequestParam(required = false) @Min(1) Integer version) {
        return LifecycleTable.of(find(key, version));
    }

    @GetMapping(path = "/{key}/bpmn", produces = MediaType.APPLICATION_XML_VALUE)
    @Operation(operationId = "getBpmn", summary = "The diagram itself")
    byte[] bpmn(@PathVariable String key, @RequestParam(required = false) @Min(1) Integer version) {
        return lifecycles.bpmn(find(key, version));
    }

    @GetMapping(path = "/{key}/mermaid", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
    @Operation(operationId = "getMermaid", summary = "The lifecycle as a Mermaid state diagram")
    String mermaid(@PathVariable String key, @RequestParam(required = false) @Min(1) Integer version) {
        return Mermaid.of(find(key, version).lifecycle());
    }

    @GetMapping("/{key}/versions")
    @Operation(
            operationId = "listVersions",
            summary = "The versions of a lifecycle, the newest first, with the number of tasks that run in each")
    List<LifecycleVersion> versions(@PathVariable String key) {
        Map<Integer, Long> running = queries.runningByVersion(key);
        return IntStream.iterate(find(key).version(), version -> version - 1)
                .limit(MOST_VERSIONS)
                .takeWhile(version -> version > 0)
                .filter(version -> lifecycles.version(key, version).isPresent())
                .mapToObj(version -> new LifecycleVersion(version, running.getOrDefault(version, 0L)))
                .toList();
    }

    @PostMapping("/{key}/migrations")
    @Operation(
            operationId = "migrateTasks",
            summary =
                    "Move running tasks to another version of their lifecycle; as a dry run it only says what would happen")
    Migration.MigrationResult migrate(
            @PathVariable String key,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @AuthenticationPrincipal Actor actor,
            @Valid @RequestBody MigrateTasks body) {
        find(key);
        return migration.migrate(version(key, body.from()), version(key, body.to()), actor, dryRun);
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
                        .orElseThrow(() -> new NotFound("The lifecycle '" + key + "' has no version " + version
                                + "; the newest is " + newest.version()));
    }

    private DeployedLifecycle find(String key) {
        return NotFound.demandLifecycle(lifecycles, key);
    }
}
