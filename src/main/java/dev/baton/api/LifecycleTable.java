package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.lifecycle.ArrowWords;
import dev.baton.lifecycle.Decision;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.State;
import dev.baton.lifecycle.ThrownMessage;
import dev.baton.lifecycle.Transition;
import dev.baton.lifecycle.TransitionEffects;
import dev.baton.move.ArtifactRequirement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.lang.Nullable;

/** The states and transitions of a lifecycle's version, with the schemas of its artifacts. */
record LifecycleTable(
        String key,
        int version,
        String name,
        @Nullable String description,
        Set<String> initial,
        List<StateView> states,
        List<TransitionView> transitions,
        List<TransitionView> within,
        List<ThrownMessage> messages,
        List<Decision> decisions,
        List<ArtifactRequirement> start,
        boolean freeData,
        Map<String, JsonNode> schemas) {

    record StateView(
            String name,
            boolean terminal,
            String waitsFor,
            @Nullable String lease,
            @Nullable String topic,
            @Nullable String calls,
            @Nullable String until,
            @Nullable State.Subtasks subtasks,
            @Nullable PartsView parts,
            List<String> holds,
            List<String> clears) {}

    /** How people share a state that waits for several of them. */
    record PartsView(
            @Nullable String of, List<String> reassign, List<String> fits, boolean samePerson, List<String> blind) {}

    record TransitionView(
            @Nullable String from,
            String to,
            @Nullable String trigger,
            String kind,
            Set<String> roles,
            List<String> except,
            List<String> requires,
            List<String> accepts,
            List<String> needs,
            @Nullable String lease,
            Set<String> force,
            @Nullable Boolean claim,
            @Nullable String on,
            @Nullable List<String> counts,
            List<String> collects,
            List<TransitionEffects.AskedDecision> decisions,
            List<ThrownMessage> messages,
            @Nullable String label) {}

    static LifecycleTable of(DeployedLifecycle deployed) {
        Lifecycle lifecycle = deployed.lifecycle();
        return new LifecycleTable(
                deployed.key(),
                deployed.version(),
                lifecycle.name(),
                deployed.description(),
                lifecycle.initial(),
                lifecycle.states().stream().map(LifecycleTable::view).toList(),
                lifecycle.transitions().stream()
                        .map(t -> view(t, lifecycle.words(t.exit().element())))
                        .toList(),
                within(lifecycle),
                List.copyOf(lifecycle.thrownMessages()),
                deployed.decisions(),
                lifecycle.exits(null).stream()
                        .filter(exit -> !exit.byMessage())
                        .flatMap(exit -> ArtifactRequirement.of(exit.guard(), deployed).stream())
                        .toList(),
                lifecycle.freeData(),
                schemas(deployed));
    }

    /** The triggers that leave a task in its state. */
    private static List<TransitionView> within(Lifecycle lifecycle) {
        return lifecycle.states().stream()
                .flatMap(state -> lifecycle.exits(state.name()).stream()
                        .filter(Exit::within)
                        .map(exit -> new Transition(state.name(), state.name(), exit, lifecycle.staying(exit))))
                .map(t -> view(t, lifecycle.words(t.exit().element())))
                .toList();
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
                EnumNames.lower(state.lease()),
                state.topic(),
                state.subtasks() == null ? null : state.subtasks().lifecycle(),
                until(state),
                state.subtasks(),
                parts(state),
                state.holds(),
                state.clears());
    }

    @Nullable
    private static PartsView parts(State state) {
        State.MultiInstance parts = state.multiInstance();
        return parts == null
                ? null
                : new PartsView(
                        parts.participantsField(),
                        parts.reassign().stream().map(Role::text).toList(),
                        parts.fits(),
                        parts.samePerson(),
                        parts.blind());
    }

    /** What a state waits for in which nobody can do anything; null if somebody can. */
    @Nullable
    private static String until(State state) {
        return state.waitsFor() == State.Waits.TIME || state.waitsFor() == State.Waits.CHILDREN
                ? EnumNames.lower(state.waitsFor())
                : null;
    }

    /** Nobody can hurry a timer or the children of a task. */
    private static String waitsFor(State state) {
        boolean somebody = state.waitsFor() == State.Waits.AGENT || state.waitsFor() == State.Waits.PERSON;
        return EnumNames.lower(somebody ? state.waitsFor() : State.Waits.NOBODY);
    }

    private static TransitionView view(Transition t, ArrowWords words) {
        Guard guard = t.exit().guard();
        return new TransitionView(
                t.from(),
                t.to(),
                t.trigger(),
                EnumNames.lower(t.exit().kind()),
                guard.roleNames(),
                guard.except().stream().map(Role::text).toList(),
                guard.required(),
                guard.artifacts().stream()
                        .filter(artifact -> !artifact.required())
                        .map(Guard.Artifact::name)
                        .toList(),
                guard.needs(),
                guard.lease() == Guard.LeaseRule.NONE ? null : EnumNames.lower(guard.lease()),
                guard.force(),
                words.claim(),
                words.onBlockersFinished() ? ArrowWords.BLOCKERS_FINISHED : null,
                t.effects().counts(),
                t.effects().collects().stream()
                        .map(c -> c.list() + ":" + c.source())
                        .toList(),
                t.effects().decisions(),
                t.effects().messages(),
                words.label());
    }
}
