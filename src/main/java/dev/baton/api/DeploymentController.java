package dev.baton.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.baton.core.Actor;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.DiagramTrial;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.deployment.RetiredLifecycles;
import dev.baton.ledger.TaskQueries;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.Violation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Checks, deploys and retires lifecycles. */
@RestController
@RequestMapping("/api/lifecycles")
@Tag(name = "Lifecycles")
class DeploymentController {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentController.class);
    private static final String BPMN = "application/bpmn+xml";

    /** @param changed false if the same diagram and schemas were in use already, so that there is no new version */
    record Deployment(@JsonUnwrapped LifecycleTable table, boolean changed) {}

    /** @param changes null if the diagram is not valid */
    record CheckedDiagram(
            boolean valid,
            List<Violation> violations,
            @Nullable LifecycleChanges changes) {}

    /** @param running how many tasks still run, by state */
    record RetiredLifecycle(
            String key,
            int version,
            Instant retiredAt,
            String retiredBy,
            long tasksRunning,
            Map<String, Long> running) {}

    private final Lifecycles lifecycles;
    private final DiagramTrial trial;
    private final ChangePreview preview;
    private final TaskQueries queries;

    DeploymentController(Lifecycles lifecycles, DiagramTrial trial, ChangePreview preview, TaskQueries queries) {
        this.lifecycles = lifecycles;
        this.trial = trial;
        this.preview = preview;
        this.queries = queries;
    }

    @PutMapping(
            path = "/{key}",
            consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE, BPMN})
    @Operation(operationId = "deployLifecycle", summary = "Check and deploy a diagram; new tasks use it from now on")
    Deployment deploy(@PathVariable String key, @AuthenticationPrincipal Actor actor, @RequestBody byte[] xml) {
        return deploy(key, actor, DiagramUpload.of(xml));
    }

    @PutMapping(path = "/{key}", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @Operation(
            operationId = "deployLifecycle",
            summary = "Check and deploy a diagram together with the schemas of its artifacts")
    Deployment deployWithSchemas(
            @PathVariable String key,
            @AuthenticationPrincipal Actor actor,
            @Parameter(hidden = true) @RequestHeader(HttpHeaders.CONTENT_TYPE) String contentType,
            @RequestBody byte[] body) {
        return deploy(key, actor, DiagramUpload.parse(contentType, body));
    }

    private Deployment deploy(String key, Actor actor, DiagramUpload upload) {
        Lifecycles.Deployed deployed = lifecycles.deploy(key, upload.diagram(), upload.files());
        DeployedLifecycle lifecycle = deployed.lifecycle();
        if (deployed.changed()) {
            LOG.info("{} deployed {}, now version {}", actor.id(), lifecycle.key(), lifecycle.version());
        }
        return new Deployment(LifecycleTable.of(lifecycle), deployed.changed());
    }

    @PostMapping(
            path = "/check",
            consumes = {MediaType.APPLICATION_XML_VALUE, MediaType.TEXT_XML_VALUE, BPMN})
    @Operation(
            operationId = "checkLifecycle",
            summary = "Check a diagram without deploying it: what is wrong with it, what it would change")
    CheckedDiagram check(@RequestBody byte[] xml) {
        return check(DiagramUpload.of(xml));
    }

    @PostMapping(path = "/check", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @Operation(operationId = "checkLifecycle", summary = "The same for a diagram with the schemas of its artifacts")
    CheckedDiagram checkWithSchemas(
            @Parameter(hidden = true) @RequestHeader(HttpHeaders.CONTENT_TYPE) String contentType,
            @RequestBody byte[] body) {
        return check(DiagramUpload.parse(contentType, body));
    }

    private CheckedDiagram check(DiagramUpload upload) {
        DiagramTrial.Result result = trial.check(upload.diagram(), upload.files());
        return new CheckedDiagram(
                result.violations().isEmpty(),
                result.violations(),
                result.lifecycle() == null ? null : preview.of(result.lifecycle()));
    }

    @DeleteMapping("/{key}")
    @Operation(operationId = "retireLifecycle", summary = "Retire a lifecycle: no new tasks; running ones continue")
    RetiredLifecycle retire(@PathVariable String key, @AuthenticationPrincipal Actor actor) {
        DeployedLifecycle newest = NotFound.demandLifecycle(lifecycles, key);
        RetiredLifecycles.Retirement retired = lifecycles.retire(key, actor);
        LOG.info("{} retired {}: it takes no new tasks", actor.id(), key);
        Map<String, Long> running = new TreeMap<>(queries.countsByState(key));
        running.keySet().removeIf(state -> isTerminal(newest, state));
        return new RetiredLifecycle(
                key,
                newest.version(),
                retired.at(),
                retired.by(),
                running.values().stream().mapToLong(Long::longValue).sum(),
                running);
    }

    private static boolean isTerminal(DeployedLifecycle lifecycle, String name) {
        State state = lifecycle.lifecycle().state(name);
        return state != null && state.terminal();
    }
}
