package dev.baton.ledger;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which states are terminal in the stored versions of the lifecycles; a state can be terminal in one version and not in
 * another.
 */
final class StateKinds {

    record Kind(String lifecycle, String state, boolean terminal) {}

    private record Name(String lifecycle, String state) {}

    private final Map<Name, Set<Boolean>> kinds = new HashMap<>();

    StateKinds(List<Kind> stored) {
        stored.forEach(kind -> kinds.computeIfAbsent(new Name(kind.lifecycle(), kind.state()), n -> new HashSet<>())
                .add(kind.terminal()));
    }

    /** @param lifecycle null for all */
    boolean someAre(boolean terminal, String lifecycle, Collection<String> states) {
        return kinds.entrySet().stream()
                .filter(kind ->
                        lifecycle == null || lifecycle.equals(kind.getKey().lifecycle()))
                .filter(kind -> states.contains(kind.getKey().state()))
                .anyMatch(kind -> kind.getValue().contains(terminal));
    }

    boolean isTerminal(String lifecycle, String state) {
        return someAre(true, lifecycle, List.of(state));
    }

    boolean isBoth(String lifecycle, String state) {
        return someAre(true, lifecycle, List.of(state)) && someAre(false, lifecycle, List.of(state));
    }
}
