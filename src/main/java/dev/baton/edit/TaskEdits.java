package dev.baton.edit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Editors;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.DeployedLifecycle;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.engine.instance.ProcessInstances;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.lifecycle.Schema;
import dev.baton.move.TransactionRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Service;

/** Changes a running task other than by a transition: its title, its priority, and settings in its data. */
@Service
public class TaskEdits {

    private final Ledger ledger;
    private final Lifecycles lifecycles;
    private final Edits edits;
    private final ProcessInstances instances;
    private final TransactionRunner transactions;
    private final List<TaskEditHook> hooks;

    TaskEdits(
            Ledger ledger,
            Lifecycles lifecycles,
            Edits edits,
            ProcessInstances instances,
            TransactionRunner transactions,
            List<TaskEditHook> hooks) {
        this.ledger = ledger;
        this.lifecycles = lifecycles;
        this.edits = edits;
        this.instances = instances;
        this.transactions = transactions;
        this.hooks = hooks;
    }

    /**
     * @param title null to keep it
     * @param priority null to keep it
     * @param settings data that the start event of the lifecycle declares, with their new values
     */
    public Task edit(String id, String title, Integer priority, Map<String, JsonNode> settings, Actor actor) {
        return transactions.inTransaction(() -> {
            Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            Editors.refuseOthers(task, actor, "change it");
            if (task.ended()) {
                throw new Refusal(Reason.CONFLICT, "state", "Task " + id + " has ended and can't be changed");
            }
            refuseInvalid(task, settings);
            ObjectNode changes = Json.object();
            String titleBefore = task.title();
            if (title != null && !title.equals(task.title())) {
                changes.set("title", Edits.change(task.title(), title));
                task.title(title);
            }
            if (priority != null && priority != task.priority()) {
                changes.set("priority", Edits.change(task.priority(), priority));
                task.priority(priority);
            }
            settings.forEach((name, value) -> {
                JsonNode before = task.data().get(name);
                if (!Objects.equals(before, value)) {
                    changes.set(name, Edits.change(before, value));
                    task.data().set(name, value);
                }
            });
            if (!changes.isEmpty()) {
                edits.record(task, actor, changes);
                instances.renameUserTasks(task.processInstanceId(), titleBefore, task.title(), task.priority());
                hooks.forEach(hook -> hook.edited(task, actor));
            }
            return task;
        });
    }

    private void refuseInvalid(Task task, Map<String, JsonNode> settings) {
        DeployedLifecycle deployed = lifecycles.of(task.definitionId());
        List<Fault> faults = new ArrayList<>();
        settings.forEach((name, value) -> {
            boolean declared = deployed.lifecycle().exits(null).stream()
                    .flatMap(start -> start.guard().artifacts().stream())
                    .anyMatch(artifact -> artifact.name().equals(name));
            Schema schema = deployed.schemas().get(name);
            if (!declared || schema == null) {
                faults.add(new Fault(name, "a " + task.lifecycle() + " task has no " + name));
            } else {
                schema.problems(value)
                        .forEach(problem ->
                                faults.add(new Fault(name, name + problem.path() + ": " + problem.message())));
            }
        });
        if (!faults.isEmpty()) {
            throw new Refusal(
                    Reason.INVALID, "Task " + task.id() + ": " + faults.get(0).message(), faults);
        }
    }
}
