package dev.baton.core;

import java.util.Collection;
import java.util.Set;

/** Who acts: a signed-in person or agent with their groups, or the server itself. */
public record Actor(String id, Set<String> groups) {

    public static final Actor SYSTEM = new Actor("system", Set.of());

    public static Actor of(String id, Collection<String> groups) {
        return new Actor(id, groups == null ? Set.of() : Set.copyOf(groups));
    }

    public boolean in(String group) {
        return groups.contains(group);
    }

    public boolean supervises() {
        return Groups.SUPERVISORS.stream().anyMatch(this::in);
    }

    public boolean isSystem() {
        return this == SYSTEM;
    }
}
