package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.move.Tasks.MoveOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Lists the exits of a task's state for an actor. Where an exit requires a decision, only those are offered that this actor can take. */
@Component
class TaskOptions {

    /** The artifact that names the state to go to. */
    private static final String NEXT_STATE = "to";

    private final Lifecycles lifecycles;
    private final Moves moves;
    private final Guards guards;

    TaskOptions(Lifecycles lifecycles, Moves moves, Guards guards) {
        this.lifecycles = lifecycles;
        this.moves = moves;
        this.guards = guards;
    }

    List<MoveOption> of(Task task, Actor actor) {
        DeployedLifecycle deployed = lifecycles.of(task.definitionId());
        return exits(deployed.lifecycle(), task)
                .map(exit -> option(task, actor, exit, deployed))
                .toList();
    }

    private MoveOption option(Task task, Actor actor, Exit exit, DeployedLifecycle deployed) {
        Set<String> to = task.ended() ? Set.of() : deployed.lifecycle().targets(task.state(), exit);
        List<ArtifactRequirement> artifacts = ArtifactRequirement.of(exit.guard(), deployed).stream()
                .map(one -> one.name().equals(NEXT_STATE) ? one.withChoices(List.copyOf(to)) : one)
                .toList();
        List<String> obstacles = obstacles(moves.preview(task, actor, Json.object()), exit);
        Optional<ArtifactRequirement> decision = decision(exit, artifacts);
        List<String> open = decision.map(required -> openChoices(required, task, actor, exit))
                .orElse(List.of());
        if (!open.isEmpty()) {
            obstacles = List.of();
            artifacts = artifacts.stream()
                    .map(one -> one == decision.get() ? one.withChoices(open) : one)
                    .toList();
        }
        return new MoveOption(
                exit.trigger(),
                to,
                guards.roles(exit.guard(), task),
                exit.guard().required(),
                obstacles.isEmpty(),
                obstacles,
                artifacts,
                exit.byMessage(),
                deployed.lifecycle().words(exit.element()).label());
    }

    /** The required artifact with a choice of values, if the exit has rules, which may depend on the value. */
    private static Optional<ArtifactRequirement> decision(Exit exit, List<ArtifactRequirement> artifacts) {
        return artifacts.stream()
                .filter(one -> !exit.guard().needs().isEmpty())
                .filter(one -> one.required() && !one.choices().isEmpty())
                .findFirst();
    }

    private List<String> openChoices(ArtifactRequirement decision, Task task, Actor actor, Exit exit) {
        return decision.choices().stream()
                .filter(value -> obstacles(
                                moves.preview(task, actor, Json.object().put(decision.name(), value)), exit)
                        .isEmpty())
                .toList();
    }

    private List<String> obstacles(Move preview, Exit exit) {
        boolean others = !preview.task().ended()
                && !exit.byMessage()
                && !preview.participants().include(preview.actor());
        return others
                ? List.of("it waits for others; " + preview.actor().id() + " has no open part in '"
                        + preview.task().state() + "'")
                : guards.obstacles(preview, exit);
    }

    private static Stream<Exit> exits(Lifecycle lifecycle, Task task) {
        if (!task.ended()) {
            return lifecycle.exits(task.state()).stream().filter(Exit::requestable);
        }
        State.Afterwards afterwards =
                task.abandoned() ? null : lifecycle.state(task.state()).afterwards();
        return Stream.ofNullable(afterwards).map(State.Afterwards::exit);
    }
}
