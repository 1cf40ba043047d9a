package dev.baton.benchmark;

import dev.baton.core.Actor;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.testing.Baton;
import java.util.List;
import java.util.Set;

/** Baton's service layer, called in its own process. */
final class ServiceLife implements Life {

    private static final Actor WORKER = Actor.of("worker-1", Set.of("specialist"));

    private final Baton baton;

    ServiceLife(Baton baton) {
        this.baton = baton;
    }

    @Override
    public void live() {
        Tasks tasks = baton.bean(Tasks.class);
        tasks.create("work-queue", new NewTask(null, "a task", null, null, List.of(), Json.object()), WORKER);
        Task task = Clients.claim(baton, WORKER);
        tasks.move(task.id(), step(task, "start"), WORKER, false);
        tasks.move(task.id(), step(task, "succeed"), WORKER, false);
    }

    private static MoveRequest step(Task task, String trigger) {
        return new MoveRequest(trigger, null, Json.object(), task.lease().epoch(), null, null);
    }
}
