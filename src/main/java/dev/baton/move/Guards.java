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

/** Evaluates the guards of exits: roles, lease, artifacts and rules. */
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

    boolean userExists(String user) {
        return identities.knows(user);
    }

    /** Whether the roles of one of the exits include a user. */
    boolean permitsAny(List<Exit> exits, String user, Task task) {
        Actor actor = identities.actor(user);
        return exits.stream().anyMatch(exit -> permits(exit.guard(), actor, task));
    }

    /** The same for a user who is in this group only. */
    boolean permitsAnyForGroup(List<Exit> exits, String group, Task task) {
        Actor member = new Actor("", Set.of(group));
        return exits.stream().anyMatch(exit -> permits(exit.guard(), member, task));
    }

    boolean permits(Guard guard, Actor actor, Task task) {
        boolean included = guard.roles().isEmpty() || any(guard.roles(), actor, task);
        return included && !any(guard.except(), actor, task);
    }

    boolean any(List<Role> roles, Actor actor, Task task) {
        return roles.stream().anyMatch(role -> matches(role, actor, task));
    }

    private boolean matches(Role role, Actor actor, Task task) {
        boolean enabled = role.policy() == null || policy.of(task.lifecycle(), role.policy(), false);
        return enabled && role.terms().stream().allMatch(term -> matches(term, actor, task));
    }

    private static boolean matches(String term, Actor actor, Task task) {
        String field = Role.field(term);
        if (field != null) {
            return isListed(actor, task.data().at("/" + field.replace('.', '/')));
        }
        return switch (term) {
            case "system" -> actor.isSystem();
            case "assignee" -> actor.id().equals(task.assignee());
            case "claimant" -> task.leaseExpiresAt() != null && actor.id().equals(task.assignee());
            default -> actor.in(term);
        };
    }

    /** Never true for the system, whose id anyone could write into the task's data. */
    private static boolean isListed(Actor actor, JsonNode ids) {
        boolean listed = ids.isArray()
                ? StreamSupport.stream(ids.spliterator(), false)
                        .anyMatch(id -> id.isTextual() && id.textValue().equals(actor.id()))
                : ids.isTextual() && ids.textValue().equals(actor.id());
        return listed && !actor.isSystem();
    }

    /** Checks the guard of an exit and stores its artifacts, or throws a refusal with all faults. */
    void admit(Move move, Exit exit) {
        Guard guard = exit.guard();
        List<Fault> faults = new ArrayList<>();
        boolean permitted = permits(guard, move.actor(), move.task());
        if (!permitted) {
            faults.add(new Fault("actor", notPermitted(move, exit)));
        }
        boolean held = !guard.held() || holdsLease(guard, move);
        if (!held) {
            faults.add(new Fault("leaseEpoch", notHeld(move)));
        }
        if (move.fromVariables()) {
            parseStructured(guard, move);
        }
        faults.addAll(artifactFaults(guard, move, exit));
        if (permitted && held) {
            guard.needs().forEach(name -> faults.addAll(rule(name).faults(move)));
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

    /** A role with force needs no lease, but an epoch that is sent has to be the current one. */
    private static boolean holdsLease(Guard guard, Move move) {
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

    /** Variables of the engine are flat, so an artifact that is an object or array arrives as JSON text. */
    private static void parseStructured(Guard guard, Move move) {
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

    private static List<Fault> artifactFaults(Guard guard, Move move, Exit exit) {
        List<Fault> faults = new ArrayList<>();
        for (Guard.Artifact artifact : guard.artifacts()) {
            JsonNode document = move.payload().get(artifact.name());
            Schema schema = move.schemas().get(artifact.name());
            if (document != null && !document.isNull()) {
                schema.problems(document)
                        .forEach(problem -> faults.add(new Fault(artifact.name(), artifact.name() + ": " + problem)));
            } else if (artifact.required()) {
                faults.add(new Fault(artifact.name(), missingArtifact(artifact.name(), schema, move, exit)));
            }
        }
        return faults;
    }

    /** Uses the title of the schema if there is one: "Work plan required for IN_PROGRESS". */
    private static String missingArtifact(String name, Schema schema, Move move, Exit exit) {
        Set<String> targets = move.lifecycle().targets(move.task().state(), exit);
        return schema.title() == null
                ? name + " is required for '" + exit.trigger() + "': send it in the payload"
                : schema.title() + " required for "
                        + (targets.size() == 1 ? targets.iterator().next() : "'" + exit.trigger() + "'");
    }

    /** The data that a state requires and the task does not have. */
    static List<Fault> missingData(State state, Move move) {
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

    boolean isPostEndAction(String name) {
        return beans.containsBean(name) && beans.isTypeMatch(name, PostEndAction.class);
    }

    PostEndAction postEndAction(String name) {
        return beans.getBean(name, PostEndAction.class);
    }
}
