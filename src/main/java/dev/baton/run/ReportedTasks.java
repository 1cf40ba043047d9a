package dev.baton.run;

import dev.baton.assignment.Assignees;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import org.springframework.stereotype.Component;

/** Loads a task for a report on it, and checks who may report. */
@Component
class ReportedTasks {

    private final Ledger ledger;

    ReportedTasks(Ledger ledger) {
        this.ledger = ledger;
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
}
