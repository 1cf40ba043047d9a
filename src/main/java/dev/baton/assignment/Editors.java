package dev.baton.assignment;

import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Task;

/** Who may edit a task other than by a move: its creator, its assignees, and the groups lead, human and admin. */
public final class Editors {

    private Editors() {}

    /** @param action what the actor tries to do, for the message, such as "change what it waits for" */
    public static void refuseOthers(Task task, Actor actor, String action) {
        if (!isCreator(task, actor) && !Assignees.include(task, actor) && !actor.supervises()) {
            throw new Refusal(
                    Reason.FORBIDDEN,
                    "actor",
                    "Task " + task.id() + ": " + actor.id() + " may not " + action
                            + ": this is for its creator, its assignee, and for "
                            + String.join(", ", Groups.SUPERVISORS));
        }
    }

    /** A user whose id is that of the system actor is not the creator of tasks that the server created. */
    private static boolean isCreator(Task task, Actor actor) {
        return actor.id().equals(task.createdBy()) && !actor.id().equals(Actor.SYSTEM.id());
    }
}
