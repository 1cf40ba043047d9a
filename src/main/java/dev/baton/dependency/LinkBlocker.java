package dev.baton.dependency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.policy.Policy;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Adds the blocker in the payload of a block. An id links an existing task; a description creates a new task, unless the
 * policy of the lifecycle turns that off.
 */
@Component
class LinkBlocker implements MoveDelegate {

    static final String AUTO_UNBLOCK = "autoUnblock";

    private final Dependencies dependencies;
    private final Tasks tasks;
    private final Policy policy;

    LinkBlocker(Dependencies dependencies, Tasks tasks, Policy policy) {
        this.dependencies = dependencies;
        this.tasks = tasks;
        this.policy = policy;
    }

    @Override
    public void execute(Move move) {
        JsonNode blocker = move.payload().path("blocker");
        move.task().dependent(true);
        if (blocker.isTextual()) {
            link(move.task(), blocker.textValue());
            report(move, blocker.textValue(), false);
        } else if (blocker.isObject() && policy.of(move.task().lifecycle(), AUTO_UNBLOCK, true)) {
            create(move, (ObjectNode) blocker);
        }
    }

    private static void report(Move move, String blocker, boolean created) {
        move.report(Json.object().put("blocker", blocker).put("created", created));
    }

    private void link(Task task, String blocker) {
        dependencies.lockGraph();
        dependencies.refuseCycle(task.id(), List.of(blocker));
        boolean finished = Dependencies.unmet(dependencies.lock(List.of(blocker))) == 0;
        dependencies.linkOnce(task.id(), blocker);
        if (finished) {
            dependencies.scheduleWakeUp(blocker);
        }
    }

    private void create(Move move, ObjectNode description) {
        Task task = move.task();
        NewTask blocker = new NewTask(
                description.path("id").asText(null),
                description.path("title").asText(),
                description.has("priority") ? description.get("priority").intValue() : task.priority(),
                null,
                List.of(),
                description.get("data") instanceof ObjectNode data ? data : Json.object(),
                new NewTask.Blocks(task.id(), move.payload().path("reason").asText()),
                null);
        String lifecycle = description.path("lifecycle").asText(task.lifecycle());
        report(move, tasks.create(lifecycle, blocker, move.actor()).id(), true);
    }
}
