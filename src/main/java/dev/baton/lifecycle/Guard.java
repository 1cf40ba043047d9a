package dev.baton.lifecycle;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an arrow demands of whoever takes it: a role, and artifacts that come with the move.
 *
 * @param held whether it is for the holder of the lease
 * @param force roles that need not hold the lease
 */
public record Guard(Set<String> roles, List<Artifact> artifacts, boolean held, Set<String> force) {

    /** Roles that come from the task rather than from a group. */
    public static final Set<String> TASK_ROLES = Set.of("assignee", "claimant", "system");

    public static final Guard NONE = new Guard(Set.of(), List.of(), false, Set.of());

    /** A named JSON document; {@code note?} in a diagram means that it may be left out but is checked when it comes. */
    public record Artifact(String name, boolean required) {

        static Artifact of(String text) {
            return text.endsWith("?")
                    ? new Artifact(text.substring(0, text.length() - 1), false)
                    : new Artifact(text, true);
        }
    }

    static Guard of(Map<String, String> properties) {
        Set<String> roles = new LinkedHashSet<>(list(properties.get("roles")));
        Set<String> force = new LinkedHashSet<>(list(properties.get("force")));
        boolean held = "held".equals(properties.get("lease"));
        List<Artifact> artifacts =
                list(properties.get("requires")).stream().map(Artifact::of).toList();
        return new Guard(roles, artifacts, held, force);
    }

    public List<String> required() {
        return artifacts.stream().filter(Artifact::required).map(Artifact::name).toList();
    }

    /** For nobody but the server itself. */
    boolean onlySystem() {
        return roles.equals(Set.of("system"));
    }

    static List<String> list(String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split("[,\\s]+")).filter(s -> !s.isEmpty()).toList();
    }
}
