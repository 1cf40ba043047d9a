package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.move.Tasks.Option;
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

    List<Option> of(Task task, Actor actor) {
        DeployedLifecycle deployed = lifecycles.of(task.definitionId());
        return exits(deployed.lifecycle(), task)
                .map(exit -> option(task, actor, exit, deployed))
                .toList();
    }

    private Option option(Task task, Actor actor, Exit exit, DeployedLifecycle deployed) {
        Set<String> to = task.ended() ? Set.of() : deployed.lifecycle().targets(task.state(), exit);
        List<ArtifactRequirement> artifacts = ArtifactRequirement.of(exit.guard(), deployed).stream()
                .map(one -> one.name().equals(NEXT_STATE) ? one.withChoices(List.copyOf(to)) : one)
                .toList();
        List<String> obstacles = obstacles(moves.preview(task, actor, Json.object()), exit);
        Optional<ArtifactRequirement> decision = exit.guard().needs().isEmpty()
                ? Optional.empty()
                : artifacts.stream()
                        .filter(one -> one.required() && !one.choices().isEmpty())
                        .findFirst();
        if (decision.isPresent()) {
            List<String> open = decision.get().choices().stream()
                    .filter(value -> obstacles(
                                    moves.preview(
                                            task,
                                            actor,
                                            Json.object().put(decision.get().name(), value)),
                                    exit)
                            .isEmpty())
                    .toList();
            if (!open.isEmpty()) {
                obstacles = List.of();
                artifacts = artifacts.stream()
                        .map(one -> one == decision.get() ? one.withChoices(open) : one)
                        .toList();
            }
        }
        return new Option(
                exit.trigger(),
                deployed.lifecycle().words(exit.element()).label(),
                to,
                guards.roles(exit.guard(), task),
                exit.guard().required(),
                obstacles.isEmpty(),
                obstacles,
                artifacts,
                exit.byMessage());
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
