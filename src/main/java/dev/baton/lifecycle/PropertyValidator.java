package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Event;
import dev.baton.lifecycle.Diagram.Kind;
import dev.baton.lifecycle.Diagram.Node;
import dev.baton.lifecycle.Vocabulary.Place;
import dev.baton.lifecycle.Vocabulary.Word;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that the properties of a diagram are known, stand where they mean something, and have a value that they can have. A
 * misspelt {@code roles} would leave an arrow open to everybody.
 */
final class PropertyValidator {

    /** The other validators name these with more detail. */
    static final Set<String> CHECKED_ELSEWHERE = Set.of(
            "state",
            "unreachable",
            "lease",
            "holds",
            "clears",
            "reassign",
            "fits",
            "afterwards",
            "roles",
            "except",
            "requires",
            "needs",
            "keeps",
            "force",
            "within",
            "claim",
            "on",
            "count",
            "collect",
            "gives",
            "brings",
            "cascade",
            "to");

    static final Set<String> CHECKED_ON_ARROWS = Stream.concat(
                    GuardValidator.GUARD_PROPERTIES.stream(), Stream.of("claim", "on", "count", "collect"))
            .collect(Collectors.toSet());

    private final Diagram diagram;
    private final GuardValidator guards;
    private final Violations violations;

    PropertyValidator(Diagram diagram, GuardValidator guards, Violations violations) {
        this.diagram = diagram;
        this.guards = guards;
        this.violations = violations;
    }

    void check(Node node) {
        Set<Place> places = places(node);
        node.properties().forEach((name, value) -> {
            if (isKnown(node.id(), name)) {
                checkPlace(node.id(), name, places, CHECKED_ELSEWHERE);
                checkValue(node.id(), name, value);
            }
        });
        boolean guardsChecked = node.kind() == Kind.BOUNDARY_EVENT || node.kind() == Kind.START_EVENT || node.isEnd();
        if (!guardsChecked || node.kind() == Kind.START_EVENT && isInSubprocess(node)) {
            guards.checkNoGuard(node.id(), node.properties());
        }
        if (node.properties().containsKey("work") && !node.properties().containsKey("afterwards")) {
            violations.add(node.id(), "'work' is done when a trigger comes after the end: name it with 'afterwards'");
        }
    }

    void check(Arrow arrow) {
        Set<Place> places =
                diagram.isTriggerOfState(arrow) ? EnumSet.of(Place.ARROW, Place.TRIGGER) : EnumSet.of(Place.ARROW);
        for (Map.Entry<String, String> property : arrow.properties().entrySet()) {
            if (isKnown(arrow.id(), property.getKey())) {
                checkPlace(arrow.id(), property.getKey(), places, CHECKED_ON_ARROWS);
            }
        }
    }

    private boolean isInSubprocess(Node start) {
        Node scope = diagram.node(start.scope());
        return scope != null && scope.kind() == Kind.SUBPROCESS;
    }

    private Set<Place> places(Node node) {
        Set<Place> places = EnumSet.noneOf(Place.class);
        switch (node.kind()) {
            case START_EVENT ->
                places.add(diagram.node(node.scope()) == null ? Place.START_EVENT : Place.MESSAGE_EVENT);
            case BOUNDARY_EVENT -> places.add(Place.MESSAGE_EVENT);
            case END_EVENT, ERROR_END_EVENT -> places.add(Place.END_EVENT);
            case RECEIVE_TASK, EXTERNAL_TASK, TIMER_EVENT -> places.add(Place.WAIT_STATE);
            case CALL_ACTIVITY -> {
                places.add(Place.WAIT_STATE);
                places.add(Place.CALL_ACTIVITY);
            }
            case USER_TASK -> {
                places.add(Place.WAIT_STATE);
                places.add(Place.USER_TASK);
                if (node.multiInstance()) {
                    places.add(Place.MULTI_INSTANCE);
                }
            }
            case AUTOMATIC_TASK -> places.add(Place.SERVICE_TASK);
            default -> {}
        }
        if (node.event() != Event.MESSAGE) {
            places.remove(Place.MESSAGE_EVENT);
        }
        if (node.throwsMessage()) {
            places.add(Place.MESSAGE_THROW);
        }
        return places;
    }

    /** Names with a colon or a dot belong to other tools. */
    private boolean isKnown(String element, String name) {
        if (name == null || name.contains(":") || name.contains(".")) {
            return false;
        }
        Optional<String> unknown = Vocabulary.unknown(name);
        unknown.ifPresent(message -> violations.add(element, message));
        return unknown.isEmpty();
    }

    private void checkPlace(String element, String name, Set<Place> places, Collection<String> elsewhere) {
        Word word = Vocabulary.find(name).orElseThrow();
        if (!elsewhere.contains(name) && word.places().stream().noneMatch(places::contains)) {
            violations.add(element, Vocabulary.misplaced(name));
        }
    }

    private void checkValue(String element, String name, String value) {
        Word word = Vocabulary.find(name).orElseThrow();
        boolean checkedElsewhere = name.equals("lease") || name.equals("within");
        if (!checkedElsewhere && !word.values().isEmpty() && !word.values().contains(value)) {
            violations.add(element, "'" + name + "' can only be " + String.join(" or ", word.values()));
        }
    }
}
