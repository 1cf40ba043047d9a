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
 * Work met something it has to wait for. A blocker that is an id of a task is linked; one that is described becomes a
 * task of its own, if the lifecycle's policy lets tasks unblock by themselves.
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
        if (blocker.isTextual()) {
            link(move.task(), blocker.textValue());
        } else if (blocker.isObject() && policy.of(move.task().lifecycle(), AUTO_UNBLOCK, true)) {
            create(move, (ObjectNode) blocker);
        }
    }

    private void link(Task task, String blocker) {
        dependencies.lockAll();
        dependencies.refuseCircle(task.id(), List.of(blocker));
        boolean done = Dependencies.unmet(dependencies.lock(List.of(blocker))) == 0;
        dependencies.linkOnce(task.id(), blocker);
        if (done) {
            dependencies.leaveWord(blocker);
        }
    }

    private void create(Move move, ObjectNode wish) {
        Task task = move.task();
        NewTask blocker = new NewTask(
                wish.path("id").asText(null),
                wish.path("title").asText(),
                wish.has("priority") ? wish.get("priority").intValue() : task.priority(),
                null,
                List.of(),
                wish.get("data") instanceof ObjectNode data ? data : Json.object(),
                task.id());
        tasks.create(wish.path("lifecycle").asText(task.lifecycle()), blocker, move.actor());
    }
}
