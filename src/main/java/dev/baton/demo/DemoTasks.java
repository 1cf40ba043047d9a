package dev.baton.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.identity.Identities;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskFilter;
import dev.baton.ledger.TaskQueries;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Profile;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Creates sample tasks in different states when the database has none. */
@Component
@Profile("demo")
@ConditionalOnProperty(name = "baton.demo.tasks", matchIfMissing = true)
class DemoTasks {

    private static final String QUEUE = "work-queue";
    private static final String QUESTION = "{\"inputText\":\"Why were sales slow in March?\"}";

    private final Tasks tasks;
    private final TaskQueries queries;
    private final Identities identities;
    private final Lifecycles lifecycles;

    DemoTasks(Tasks tasks, TaskQueries queries, Identities identities, Lifecycles lifecycles) {
        this.tasks = tasks;
        this.queries = queries;
        this.identities = identities;
        this.lifecycles = lifecycles;
    }

    @EventListener
    void ready(ApplicationReadyEvent event) {
        boolean empty = queries.count(TaskFilter.active(QUEUE)).tasks() == 0;
        if (empty && identities.knows("worker-1")) {
            ifDeployed(QUEUE, this::queue);
            ifDeployed("peer-review", this::reviews);
            ifDeployed("governed", this::approvals);
            ifDeployed("cognitive", () -> sample("cognitive", "demo-question", "Why was March slow?", QUESTION));
            ifDeployed("pipeline", () -> sample("pipeline", "demo-pipeline", "Add a dark mode", "{}"));
        }
    }

    /** A server may have other lifecycles than the shipped ones. */
    private void ifDeployed(String lifecycle, Runnable samples) {
        if (lifecycles.newest(lifecycle).isPresent()) {
            samples.run();
        }
    }

    /** A task to review and a task to unblock. */
    private void reviews() {
        sample("peer-review", "demo-invoices", "Sort the invoices by date", "{\"criticality\":\"complex\"}");
        move("demo-invoices", "worker-1", "start", "{}");
        move("demo-invoices", "worker-1", "complete", "{\"result\":\"Sorted, newest first; see branch invoices\"}");
        move("demo-invoices", "lead", "start-review", "{\"reviewers\":[\"reviewer-1\",\"reviewer-2\"]}");
        move("demo-invoices", "reviewer-1", "submit-review", """
                {"verdict":"changes-requested","findings":[{"severity":"minor","message":"Which time zone is it?"}]}""");
        sample("peer-review", "demo-cache", "Cache the search results", "{}");
        move("demo-cache", "worker-2", "start", "{}");
        move("demo-cache", "worker-2", "block", "{\"reason\":\"Nobody knows how stale a result may be\"}");
    }

    /** A task to approve and a task to assign. */
    private void approvals() {
        sample("governed", "demo-index", "Delete the old search index", "{\"budgetUsd\":5}");
        move("demo-index", "lead", "assign", "{\"assigneeIds\":[\"worker-1\"]}");
        move("demo-index", "worker-1", "start", """
                {"workPlan":{"bullets":["Check who still reads it","Make a backup","Delete it"],"estimatedCost":1.5}}""");
        move("demo-index", "worker-1", "request-approval", """
                {"reason":"Deleting can't be undone; there is a backup of last night","risk":"RED"}""");
        sample("governed", "demo-welcome", "Write a welcome mail for new customers", "{}");
    }

    private void sample(String lifecycle, String id, String title, String data) {
        tasks.create(lifecycle, new NewTask(id, title, null, null, List.of(), object(data)), identities.actor("human"));
    }

    private void move(String id, String user, String trigger, String payload) {
        tasks.move(id, MoveRequest.trigger(trigger, object(payload)), identities.actor(user), false);
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) Json.read(text);
    }

    private void queue() {
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
        return identities.actor("worker-1");
    }
}
