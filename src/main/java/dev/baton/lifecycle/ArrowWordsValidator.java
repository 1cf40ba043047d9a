package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks {@code claim}, {@code on}, {@code count} and {@code collect}. */
final class ArrowWordsValidator {

    private final Diagram diagram;
    private final Violations violations;

    ArrowWordsValidator(Diagram diagram, Violations violations) {
        this.diagram = diagram;
        this.violations = violations;
    }

    void check() {
        for (Arrow arrow : diagram.arrows()) {
            check(arrow.id(), arrow.properties(), diagram.isTriggerOfState(arrow));
        }
        for (Node node : diagram.nodes()) {
            boolean catches = node.kind() == Kind.BOUNDARY_EVENT
                    || node.kind() == Kind.START_EVENT && diagram.node(node.scope()) != null;
            if (catches) {
                check(node.id(), node.properties(), node.event() == Event.MESSAGE);
            } else {
                List.of("claim", "on", "count", "collect").stream()
                        .filter(node.properties()::containsKey)
                        .forEach(word -> violations.add(
                                node.id(),
                                "'" + word + "' is for arrows and the events on a state; here it does nothing"));
            }
        }
    }

    /** @param trigger whether callers can take it */
    private void check(String element, Map<String, String> properties, boolean trigger) {
        Guard guard = Guard.of(properties);
        String claim = properties.get("claim");
        String on = properties.get("on");
        if (claim != null && !Set.of("true", "false").contains(claim)) {
            violations.add(element, "'claim' is true or false");
        } else if ("true".equals(claim) && !guard.required().isEmpty()) {
            violations.add(element, "claim=true, but a claim brings nothing: it can't require " + names(guard));
        }
        if (on != null && !on.equals(ArrowWords.BLOCKERS_FINISHED)) {
            violations.add(element, "'on' can only be '" + ArrowWords.BLOCKERS_FINISHED + "'");
        } else if (on != null && !guard.required().isEmpty()) {
            violations.add(element, "the server takes it and brings nothing: it can't require " + names(guard));
        }
        if (!trigger && (claim != null || on != null)) {
            violations.add(element, "'" + (claim != null ? "claim" : "on") + "' is for triggers, and this is none");
        }
        if (properties.containsKey("actions") && guard.roles().stream().noneMatch(Role::isSystem)) {
            violations.add(element, "the server takes it for an agent's action: 'roles' has to name system");
        }
        ArrowWords words = ArrowWords.of(properties);
        words.counts().forEach(name -> checkField(element, "count", name));
        words.collects().forEach(collect -> checkCollect(element, collect, guard, trigger));
    }

    private static String names(Guard guard) {
        return String.join(", ", guard.required());
    }

    private void checkField(String element, String word, String name) {
        if (!LifecycleValidator.NAME.matcher(name).matches() || TaskFields.NOT_COUNTABLE.contains(name)) {
            violations.add(element, "'" + word + "' writes a field of the task's data, which '" + name + "' can't be");
        }
    }

    private void checkCollect(String element, ArrowWords.Collect collect, Guard guard, boolean trigger) {
        checkField(element, "collect", collect.list());
        boolean artifact =
                trigger && guard.artifacts().stream().anyMatch(a -> a.name().equals(collect.source()));
        if (!collect.ofActor() && !artifact) {
            violations.add(
                    element,
                    "'collect' names a list and what it gets, such as approvers:actor or verdicts:verdict, where verdict"
                            + " is an artifact that the trigger requires");
        }
    }

    /** A claim hands a task to a worker, so that somebody has to hold it afterwards, and only one arrow can do it. */
    void checkClaims(Lifecycle lifecycle) {
        for (State state : lifecycle.states()) {
            List<Exit> claims = lifecycle.exits(state.name()).stream()
                    .filter(exit ->
                            Boolean.TRUE.equals(lifecycle.words(exit.element()).claim()))
                    .toList();
            if (claims.size() > 1) {
                violations.add(
                        claims.get(1).element(),
                        "a second claim=true out of '" + state.name() + "': which one shall claims take?");
            }
            for (Exit claim : claims) {
                boolean held = claim.guard().lease() == Guard.LeaseRule.NEW
                        || lifecycle.targets(state.name(), claim).stream()
                                .anyMatch(to -> lifecycle.state(to).lease() == State.LeaseOnEntry.NEW);
                if (!held) {
                    violations.add(
                            claim.element(),
                            "claim=true, but nobody would hold the task: give the arrow lease=new, or the state that it"
                                    + " leads to");
                }
            }
        }
    }
}
