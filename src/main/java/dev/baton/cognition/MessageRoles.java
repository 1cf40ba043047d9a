package dev.baton.cognition;

import dev.baton.assignment.Assignees;
import dev.baton.core.Actor;
import dev.baton.core.Groups;
import dev.baton.core.Refusal.Fault;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskQueries;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Who may send messages in which role. Every caller may use {@code user}. Agents trust the other roles, so these are
 * for those who work on the task: its assignees, actors who reported one of its events, and admins.
 */
@Component
class MessageRoles {

    private static final String USER = "user";

    /** The event that delivers a user's message; reporting it does not count as work on the task. */
    private static final String USER_MESSAGE = "MESSAGE_RECEIVED";

    private final TaskQueries queries;

    MessageRoles(TaskQueries queries) {
        this.queries = queries;
    }

    /** Why the actor may not use the role; empty if it may. */
    Optional<Fault> fault(Task task, Actor actor, String role) {
        return role.equals(USER) || worksOn(task, actor)
                ? Optional.empty()
                : Optional.of(new Fault(
                        "actor",
                        actor.id() + " may not speak as '" + role
                                + "': this is for those who work on the task, and for " + Groups.ADMIN
                                + "; send the message as '" + USER + "'"));
    }

    private boolean worksOn(Task task, Actor actor) {
        return actor.isSystem()
                || actor.in(Groups.ADMIN)
                || Assignees.include(task, actor)
                || queries.hasMoved(task.id(), actor, USER_MESSAGE);
    }
}
