package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.diagram.DiagramSettings;
import dev.baton.engine.identity.Identities;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Guard;
import dev.baton.lifecycle.Role;
import dev.baton.move.LeaseGuard.LeaseFault;
import dev.baton.policy.Policy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.stereotype.Component;

/** Evaluates the guards of exits: roles, lease, artifacts and rules. */
@Component
class Guards {

    private final Policy policy;
    private final Identities identities;
    private final LeaseGuard leases;
    private final DiagramBeans beans;
    private final DiagramSettings diagrams;
    private final PausedClaims pausedClaims;

    Guards(
            Policy policy,
            Identities identities,
            LeaseGuard leases,
            DiagramBeans beans,
            DiagramSettings diagrams,
            PausedClaims pausedClaims) {
        this.policy = policy;
        this.identities = identities;
        this.leases = leases;
        this.beans = beans;
        this.diagrams = diagrams;
        this.pausedClaims = pausedClaims;
    }

    /** How many elements of the diagram a move can pass. */
    int stepsPerMove() {
        return diagrams.stepsPerMove();
    }

    LeaseGuard leases() {
        return leases;
    }

    boolean userExists(String user) {
        return identities.knows(user);
    }

    DiagramBeans beans() {
        return beans;
    }

    PausedClaims pausedClaims() {
        return pausedClaims;
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
        return isEnabled(role, task)
                && !role.terms().isEmpty()
                && role.terms().stream().allMatch(term -> matches(term, actor, task));
    }

    static boolean matches(String term, Actor actor, Task task) {
        String field = Role.field(term);
        if (field != null) {
            return isListed(actor, task.data().at("/" + field.replace('.', '/')));
        }
        return switch (term) {
            case "system" -> actor.isSystem();
            case "assignee" -> actor.id().equals(task.assignee());
            case "claimant" -> actor.id().equals(task.holder());
            case "creator" -> actor.id().equals(task.createdBy()) && !actor.isSystem();
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
        Optional<LeaseFault> lease =
                leases.fault(guard, move.actor(), move.task(), move.request().leaseEpoch());
        lease.ifPresent(fault -> faults.add(fault.fault()));
        if (move.fromVariables()) {
            Artifacts.parseStructured(guard, move);
        }
        faults.addAll(Artifacts.undeclared(guard, move, exit));
        faults.addAll(Artifacts.faults(guard, move, exit));
        if (permitted && lease.isEmpty()) {
            List<Fault> ofRules = guard.needs().stream()
                    .flatMap(name -> beans.rule(name).faults(move).stream())
                    .toList();
            permitted = ofRules.stream().noneMatch(fault -> fault.field().equals("actor"));
            faults.addAll(ofRules);
        }
        if (!faults.isEmpty()) {
            Reason reason = lease.map(LeaseFault::reason).orElse(Reason.INVALID);
            throw move.refusal(permitted ? reason : Reason.FORBIDDEN, faults);
        }
        Artifacts.store(guard, move);
    }

    /** Why the actor of a move can't take an exit now, apart from the artifacts that it would have to bring. */
    List<String> obstacles(Move move, Exit exit) {
        Guard guard = exit.guard();
        if (!permits(guard, move.actor(), move.task())) {
            return List.of(notPermitted(move, exit));
        }
        Integer epoch = move.actor().id().equals(move.task().holder())
                ? (Integer) move.task().leaseEpoch() // the holder can send it with the move
                : null;
        Optional<LeaseFault> lease = leases.fault(guard, move.actor(), move.task(), epoch);
        if (lease.isPresent()) {
            return List.of(lease.get().fault().message());
        }
        Set<String> artifacts =
                guard.artifacts().stream().map(Guard.Artifact::name).collect(Collectors.toSet());
        return guard.needs().stream()
                .flatMap(name -> beans.rule(name).faults(move).stream())
                .filter(fault -> !artifacts.contains(fault.field()))
                .map(Fault::message)
                .toList();
    }

    private String notPermitted(Move move, Exit exit) {
        return move.actor().id() + " may not '" + exit.trigger() + "': this is for "
                + audience(exit.guard(), move.task());
    }

    /** Who may take an arrow, in words. */
    String audience(Guard guard, Task task) {
        String roles = guard.roles().isEmpty() ? "everybody" : words(guard.roles(), task);
        String except = words(guard.except(), task);
        return except.isEmpty() ? roles : roles + " but not for " + except;
    }

    private String words(List<Role> roles, Task task) {
        return roles.stream()
                .filter(role -> isEnabled(role, task))
                .map(role -> role.terms().stream()
                        .map(term -> Role.field(term) == null ? term : "those in '" + Role.field(term) + "'")
                        .collect(Collectors.joining(" who is also ")))
                .collect(Collectors.joining(", "));
    }

    /** The roles of an arrow that the policy has not switched off. */
    Set<String> roles(Guard guard, Task task) {
        return guard.roles().stream()
                .filter(role -> isEnabled(role, task))
                .map(role -> String.join("+", role.terms()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private boolean isEnabled(Role role, Task task) {
        return role.policy() == null || policy.of(task.lifecycle(), role.policy(), false);
    }
}
