package dev.baton.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Assignees;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.move.MoveRequest;
import dev.baton.move.Tasks;
import org.springframework.stereotype.Component;

/** Loads a task for a report on it, checks who may report, and moves the task as the system if a report demands it. */
@Component
class ReportedTasks {

    static final String REQUEST_APPROVAL = "request-approval";
    static final String BLOCK = "block";

    private final Ledger ledger;
    private final Tasks tasks;

    ReportedTasks(Ledger ledger, Tasks tasks) {
        this.ledger = ledger;
        this.tasks = tasks;
    }

    /** Locks the task's row; refuses callers who are neither assignees nor in human or admin. */
    Task lock(String id, Actor actor) {
        Task task = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
        if (!Assignees.include(task, actor) && !actor.in(Groups.HUMAN) && !actor.in(Groups.ADMIN)) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "actor",
                    "Task " + id + ": this is for those who are assigned to it, and for human, admin");
        }
        if (task.ended()) {
            throw new Refusal(Reason.CONFLICT, "state", "Task " + id + " has ended in '" + task.state() + "'");
        }
        return task;
    }

    /** Whether the diagram has a trigger of that name in the task's state that the system may use. */
    boolean canMoveAsSystem(Task task, String trigger) {
        return tasks.options(task, Actor.SYSTEM).stream()
                .anyMatch(option -> option.trigger().equals(trigger)
                        && option.permitted()
                        && option.roles().contains("system"));
    }

    void moveAsSystem(Task task, String trigger, ObjectNode payload, Actor onBehalfOf) {
        tasks.move(task, new MoveRequest(trigger, null, payload, null, onBehalfOf.id(), null), Actor.SYSTEM);
    }
}
