package dev.baton.lifecycle;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an arrow demands of whoever takes it: a role, and artifacts that come with the move.
 *
 * @param except who may not take it, whatever else they are
 * @param needs rules that the task and the move have to fulfil
 * @param keeps which artifacts stay in the task's data; null for all
 * @param held whether it is for the holder of the lease
 * @param force roles that need not hold the lease
 */
public record Guard(
        List<Role> roles,
        List<Role> except,
        List<Artifact> artifacts,
        List<String> needs,
        Set<String> keeps,
        boolean held,
        Set<String> force) {

    public static final Guard NONE = of(Map.of());

    /** A named JSON document; {@code note?} in a diagram means that it may be left out but is checked when it comes. */
    public record Artifact(String name, boolean required) {

        static Artifact of(String text) {
            return text.endsWith("?")
                    ? new Artifact(text.substring(0, text.length() - 1), false)
                    : new Artifact(text, true);
        }
    }

    static Guard of(Map<String, String> properties) {
        boolean choosing = properties.containsKey("keeps"); // an empty value comes as null
        return new Guard(
                Role.list(properties.get("roles")),
                Role.list(properties.get("except")),
                list(properties.get("requires")).stream().map(Artifact::of).toList(),
                list(properties.get("needs")),
                choosing ? new LinkedHashSet<>(list(properties.get("keeps"))) : null,
                "held".equals(properties.get("lease")),
                new LinkedHashSet<>(list(properties.get("force"))));
    }

    public Set<String> roleNames() {
        return roles.stream().map(Role::text).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public List<String> required() {
        return artifacts.stream().filter(Artifact::required).map(Artifact::name).toList();
    }

    public boolean keeps(Artifact artifact) {
        return keeps == null || keeps.contains(artifact.name());
    }

    /** For nobody but the server itself. */
    boolean onlySystem() {
        return roleNames().equals(Set.of("system"));
    }

    static List<String> list(String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split("[,\\s]+")).filter(s -> !s.isEmpty()).toList();
    }
}
