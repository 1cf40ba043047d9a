package dev.baton.move;

import dev.baton.core.Actor;
import dev.baton.engine.DeployedLifecycle;
import dev.baton.engine.Lifecycles;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.lifecycle.State;
import dev.baton.move.Tasks.Option;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Lists the exits of a task's state for an actor. */
@Component
class TaskOptions {

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
        Lifecycle lifecycle = deployed.lifecycle();
        return exits(lifecycle, task)
                .map(exit -> {
                    List<String> obstacles = obstacles(moves.preview(task, actor), exit);
                    return new Option(
                            exit.trigger(),
                            task.ended() ? Set.of() : lifecycle.targets(task.state(), exit),
                            guards.roles(exit.guard(), task),
                            exit.guard().required(),
                            obstacles.isEmpty(),
                            obstacles,
                            ArtifactRequirement.of(exit.guard(), deployed),
                            exit.byMessage());
                })
                .toList();
    }

    private List<String> obstacles(Move preview, Exit exit) {
        boolean others = !preview.task().ended()
                && !exit.byMessage()
                && !preview.participants().include(preview.actor());
        return others
                ? List.of(preview.actor().id() + " has no open part in '"
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
