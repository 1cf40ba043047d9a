package dev.baton.assignment;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Task;

/** Who may change a task other than by a move: its creator, its assignees, and lead, human, admin. */
public final class Editors {

    private Editors() {}

    /** @param action what was tried, as in "change what it waits for" */
    public static void refuseOthers(Task task, Actor actor, String action) {
        if (!created(task, actor) && !Assignees.include(task, actor) && !actor.supervises()) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "actor",
                    "Task " + task.id() + ": " + actor.id() + " may not " + action
                            + ": this is for its creator, its assignee, and for "
                            + String.join(", ", Groups.SUPERVISORS));
        }
    }

    /** What the server created on its own belongs to nobody, also not to a user with the server's name. */
    private static boolean created(Task task, Actor actor) {
        return actor.id().equals(task.createdBy()) && !actor.id().equals(Actor.SYSTEM.id());
    }
}
