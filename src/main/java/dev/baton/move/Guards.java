package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.Identities;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Role;
import dev.baton.lifecycle.Schema;
import dev.baton.lifecycle.State;
import dev.baton.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.stereotype.Component;

/** What the guards in diagrams mean. */
@Component
class Guards {

    private final Policy policy;
    private final Identities identities;
    private final ListableBeanFactory beans;

    Guards(Policy policy, Identities identities, ListableBeanFactory beans) {
        this.policy = policy;
        this.identities = identities;
        this.beans = beans;
    }

    boolean knows(String user) {
        return identities.knows(user);
    }

    /** Whether an arrow out of the state is for a user, whatever they would have to bring. */
    boolean permitsAny(List<Exit> arrows, String user, Task task) {
        Actor person = identities.actor(user);
        return arrows.stream().anyMatch(arrow -> permits(arrow.guard(), person, task));
    }

    /** The same for whoever is in a group and nothing else. */
    boolean permitsAnyOf(List<Exit> arrows, String group, Task task) {
        Actor member = new Actor("", Set.of(group));
        return arrows.stream().anyMatch(arrow -> permits(arrow.guard(), member, task));
    }

    boolean permits(Guard guard, Actor actor, Task task) {
        boolean included = guard.roles().isEmpty() || any(guard.roles(), actor, task);
        return included && !any(guard.except(), actor, task);
    }

    boolean any(List<Role> roles, Actor actor, Task task) {
        return roles.stream().anyMatch(role -> fits(role, actor, task));
    }

    private boolean fits(Role role, Actor actor, Task task) {
        boolean on = role.policy() == null || policy.of(task.lifecycle(), role.policy(), false);
        return on && role.terms().stream().allMatch(term -> has(actor, term, task));
    }

    private static boolean has(Actor actor, String term, Task task) {
        String field = Role.field(term);
        if (field != null) {
            return named(actor, task.data().at("/" + field.replace('.', '/')));
        }
        return switch (term) {
            case "system" -> actor.isSystem();
            case "assignee" -> actor.id().equals(task.assignee());
            case "claimant" -> task.leaseExpiresAt() != null && actor.id().equals(task.assignee());
            default -> actor.in(term);
        };
    }

    /** The server itself goes by a name that somebody could write into a task: it is no person. */
    private static boolean named(Actor actor, JsonNode ids) {
        boolean among = ids.isArray()
                ? StreamSupport.stream(ids.spliterator(), false)
                        .anyMatch(id -> id.isTextual() && id.textValue().equals(actor.id()))
                : ids.isTextual() && ids.textValue().equals(actor.id());
        return among && !actor.isSystem();
    }

    /** Lets a move through an exit, or refuses it with every reason. */
    void admit(Move move, Exit exit) {
        Guard guard = exit.guard();
        List<Fault> faults = new ArrayList<>();
        boolean permitted = permits(guard, move.actor(), move.task());
        if (!permitted) {
            faults.add(new Fault("actor", notPermitted(move, exit)));
        }
        boolean held = !guard.held() || holds(guard, move);
        if (!held) {
            faults.add(new Fault("leaseEpoch", notHeld(move)));
        }
        if (move.byVariables()) {
            readStructured(guard, move);
        }
        faults.addAll(artifacts(guard, move, exit));
        if (permitted && held) {
            guard.needs().forEach(rule -> faults.addAll(rule(rule).faults(move)));
            permitted = faults.stream().noneMatch(fault -> fault.field().equals("actor"));
        }
        if (!faults.isEmpty()) {
            throw move.refusal(permitted ? held ? Reason.INVALID : Reason.STALE_LEASE : Reason.FORBIDDEN, faults);
        }
        for (Guard.Artifact artifact : guard.artifacts()) {
            JsonNode document = move.payload().get(artifact.name());
            if (document != null && guard.keeps(artifact)) {
                move.task().data().set(artifact.name(), document);
            }
        }
    }

    private static String notPermitted(Move move, Exit exit) {
        return move.actor().id() + " may not '" + exit.trigger() + "': this is for " + audience(exit.guard());
    }

    static String audience(Guard guard) {
        String roles = guard.roles().isEmpty() ? "everybody" : String.join(", ", guard.roleNames());
        String except =
                String.join(", ", guard.except().stream().map(Role::text).toList());
        return except.isEmpty() ? roles : roles + " but not for " + except;
    }

    /** Force is for those who do not claim to hold it: an epoch that is sent along has to be the right one. */
    private static boolean holds(Guard guard, Move move) {
        Integer epoch = move.leaseEpoch();
        boolean forced = epoch == null && guard.force().stream().anyMatch(move.actor()::in);
        return forced || move.task().heldBy(move.actor().id(), epoch);
    }

    private static String notHeld(Move move) {
        String assignee = move.task().assignee();
        if (!move.actor().id().equals(assignee)) {
            return move.actor().id() + " does not hold this task" + (assignee == null ? "" : "; " + assignee + " does");
        }
        return move.leaseEpoch() == null
                ? "send the leaseEpoch that the claim answered"
                : "the lease with epoch " + move.leaseEpoch() + " is over; the task has been handed out again since";
    }

    /** Variables of the engine are flat: where an artifact is an object or a list, its text is JSON. */
    private static void readStructured(Guard guard, Move move) {
        for (Guard.Artifact artifact : guard.artifacts()) {
            Schema schema = move.schemas().get(artifact.name());
            JsonNode value = move.payload().get(artifact.name());
            if (value != null && value.isTextual() && schema.structured()) {
                try {
                    move.payload().set(artifact.name(), Json.readFromOutside(value.textValue()));
                } catch (IllegalArgumentException e) {
                    throw move.refusal(
                            Reason.INVALID,
                            List.of(new Fault(artifact.name(), artifact.name() + ": " + e.getMessage())));
                }
            }
        }
    }

    private static List<Fault> artifacts(Guard guard, Move move, Exit exit) {
        List<Fault> faults = new ArrayList<>();
        for (Guard.Artifact artifact : guard.artifacts()) {
            JsonNode document = move.payload().get(artifact.name());
            Schema schema = move.schemas().get(artifact.name());
            if (document != null && !document.isNull()) {
                schema.problems(document)
                        .forEach(problem -> faults.add(new Fault(artifact.name(), artifact.name() + ": " + problem)));
            } else if (artifact.required()) {
                faults.add(new Fault(artifact.name(), missing(artifact.name(), schema, move, exit)));
            }
        }
        return faults;
    }

    /** In people's words where the schema has them: "Work plan required for IN_PROGRESS". */
    private static String missing(String name, Schema schema, Move move, Exit exit) {
        Set<String> targets = move.lifecycle().targets(move.task().state(), exit);
        return schema.title() == null
                ? name + " is required for '" + exit.trigger() + "': send it in the payload"
                : schema.title() + " required for "
                        + (targets.size() == 1 ? targets.iterator().next() : "'" + exit.trigger() + "'");
    }

    /** What a task still lacks to be in a state, whichever way it comes there. */
    static List<Fault> lacking(State state, Move move) {
        return state.holds().stream()
                .filter(name -> move.task().data().path(name).isMissingNode()
                        || move.task().data().path(name).isNull())
                .map(name -> {
                    Schema schema = move.schemas().get(name);
                    String title = schema == null || schema.title() == null ? name : schema.title();
                    return new Fault(name, title + " required for " + state.name());
                })
                .toList();
    }

    boolean isRule(String name) {
        return beans.containsBean(name) && beans.isTypeMatch(name, Rule.class);
    }

    Rule rule(String name) {
        return beans.getBean(name, Rule.class);
    }

    boolean isAfterwork(String name) {
        return beans.containsBean(name) && beans.isTypeMatch(name, PostEndAction.class);
    }

    PostEndAction afterwork(String name) {
        return beans.getBean(name, PostEndAction.class);
    }
}
