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
 * Who may speak as whom. Everybody speaks as {@code user}; an agent trusts the other roles, so they are for those who
 * work on the task: its assignees, whoever has reported one of its events, and admins.
 */
@Component
class Speakers {

    private static final String USER = "user";

    /** The event that brings what a user said; reporting it is not work on the task. */
    private static final String USER_SPOKE = "MESSAGE_RECEIVED";

    private final TaskQueries queries;

    Speakers(TaskQueries queries) {
        this.queries = queries;
    }

    /** Why somebody may not speak in a role; empty if they may. */
    Optional<Fault> fault(Task task, Actor actor, String role) {
        return role.equals(USER) || works(task, actor)
                ? Optional.empty()
                : Optional.of(new Fault(
                        "actor",
                        actor.id() + " may not speak as '" + role
                                + "': this is for those who work on the task, and for " + Groups.ADMIN
                                + "; send the message as '" + USER + "'"));
    }

    private boolean works(Task task, Actor actor) {
        return actor.isSystem()
                || actor.in(Groups.ADMIN)
                || Assignees.include(task, actor)
                || queries.hasMoved(task.id(), actor, USER_SPOKE);
    }
}
