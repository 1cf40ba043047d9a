package dev.baton.demo;

import dev.baton.engine.Actor;
import dev.baton.engine.Identities;
import dev.baton.task.Json;
import dev.baton.task.MoveRequest;
import dev.baton.task.NewTask;
import dev.baton.task.Task;
import dev.baton.task.TaskQueries;
import dev.baton.task.Tasks;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** A handful of tasks in different states, on a database that has none. */
@Component
@Profile("demo")
@ConditionalOnProperty(name = "baton.demo.tasks", matchIfMissing = true)
class DemoTasks {

    private static final String QUEUE = "work-queue";

    private final Tasks tasks;
    private final TaskQueries queries;
    private final Identities identities;

    DemoTasks(Tasks tasks, TaskQueries queries, Identities identities) {
        this.tasks = tasks;
        this.queries = queries;
        this.identities = identities;
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        boolean empty = queries.count(new TaskQueries.Filter(QUEUE, null, null, null)) == 0;
        if (empty && identities.knows("worker-1")) {
            create();
        }
    }

    private void create() {
        create("demo-parser", "Teach the parser about time zones", 50, List.of());
        create("demo-docs", "Describe time zones in the manual", 80, List.of("demo-parser"));
        create("demo-release", "Release version 2.4", 90, List.of("demo-parser", "demo-docs"));
        create("demo-flaky", "Find out why the nightly build is flaky", 60, List.of());
        Task done = create("demo-logo", "Make the logo larger", 10, List.of());
        move(done, "claim");
        move(done, "start");
        move(done, "succeed");
    }

    private Task create(String id, String title, int priority, List<String> blockers) {
        return tasks.create(QUEUE, new NewTask(id, title, priority, null, blockers, Json.object()), worker());
    }

    private void move(Task task, String trigger) {
        Integer epoch = tasks.get(task.id()).lease() == null
                ? null
                : tasks.get(task.id()).lease().epoch();
        tasks.move(task.id(), new MoveRequest(trigger, null, Json.object(), epoch, null, null), worker(), false);
    }

    private Actor worker() {
        return Actor.of("worker-1", identities.groupsOf("worker-1"));
    }
}
