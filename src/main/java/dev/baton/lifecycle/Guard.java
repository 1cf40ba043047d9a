package dev.baton.lifecycle;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The conditions for taking an arrow: roles, artifacts in the payload, rules, and the lease.
 *
 * @param roles who may take it; empty for everybody
 * @param except roles that may not take it, even with one of {@code roles}
 * @param needs rules that the task and the move have to fulfil
 * @param keeps the artifacts that are stored in the task's data; null for all
 * @param lease what the arrow has to do with the lease
 * @param force roles that may take it although somebody else holds the lease
 */
public record Guard(
        List<Role> roles,
        List<Role> except,
        List<Artifact> artifacts,
        List<String> needs,
        Set<String> keeps,
        LeaseRule lease,
        Set<String> force) {

    public static final Guard NONE = of(Map.of());

    /** For the server only. */
    static final Guard SYSTEM = of(Map.of("roles", "system"));

    /** What an arrow has to do with the lease on the task. */
    public enum LeaseRule {
        /** Nothing. */
        NONE,
        /** Only for the holder, who has to name the lease's epoch. */
        HELD,
        /** Not for others while somebody holds the lease. If nobody does, whoever takes the arrow becomes the holder. */
        HOLDER,
        /** Like {@link #HOLDER}, and whoever takes the arrow gets a new lease. */
        NEW,
        /** Like {@link #HOLDER}, and the lease ends. */
        END;

        static LeaseRule of(String text) {
            return switch (text == null ? "" : text) {
                case "held" -> HELD;
                case "holder" -> HOLDER;
                case "new" -> NEW;
                case "end" -> END;
                default -> NONE;
            };
        }
    }

    /** A named JSON document in the payload; {@code note?} in a diagram means that it is optional. */
    public record Artifact(String name, boolean required) {

        static Artifact of(String text) {
            return text.endsWith("?")
                    ? new Artifact(text.substring(0, text.length() - 1), false)
                    : new Artifact(text, true);
        }
    }

    static Guard of(Map<String, String> properties) {
        boolean keepsListed = properties.containsKey("keeps"); // an empty value is null
        return new Guard(
                roles(properties),
                Role.list(properties.get("except")),
                list(properties.get("requires")).stream().map(Artifact::of).toList(),
                list(properties.get("needs")),
                keepsListed ? new LinkedHashSet<>(list(properties.get("keeps"))) : null,
                LeaseRule.of(properties.get("lease")),
                new LinkedHashSet<>(list(properties.get("force"))));
    }

    /** An arrow with on=blockers-finished is for the system, and for others only if they are named. */
    private static List<Role> roles(Map<String, String> properties) {
        List<Role> roles = Role.list(properties.get("roles"));
        if (Role.isEverybody(roles)) {
            return List.of();
        }
        boolean alsoSystem =
                ArrowWords.of(properties).onBlockersFinished() && roles.stream().noneMatch(Role::isSystem);
        return alsoSystem
                ? Stream.concat(roles.stream(), Stream.of(Role.of("system"))).toList()
                : roles;
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

    /** Whether {@code except} leaves out everybody whom {@code roles} names. */
    boolean admitsNobody() {
        return !roles.isEmpty()
                && roles.stream().allMatch(role -> except.stream().anyMatch(other -> other.includes(role)));
    }

    /** Whether only the server may take the arrow. */
    boolean onlySystem() {
        return roleNames().equals(Set.of("system"));
    }

    static List<String> list(String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split("[,\\s]+")).filter(s -> !s.isEmpty()).toList();
    }
}
