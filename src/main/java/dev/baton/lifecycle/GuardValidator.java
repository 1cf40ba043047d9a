package dev.baton.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the guards of a diagram: roles, artifacts and rules. */
final class GuardValidator {

    static final List<String> GUARD_PROPERTIES =
            List.of("roles", "except", "requires", "needs", "keeps", "force", "within");

    private final ValidationContext context;
    private final Violations violations;

    GuardValidator(ValidationContext context, Violations violations) {
        this.context = context;
        this.violations = violations;
    }

    void check(String element, Map<String, String> properties) {
        Guard guard = Guard.of(properties);
        Stream.concat(guard.roles().stream(), guard.except().stream()).forEach(role -> checkRole(element, role));
        if (guard.admitsNobody()) {
            violations.add(element, "nobody could take it: 'except' leaves out everybody whom 'roles' names");
        }
        guard.force().forEach(role -> checkTerm(element, role));
        boolean leased = guard.lease() != Guard.LeaseRule.NONE;
        if (properties.containsKey("lease") && !leased) {
            violations.add(element, "on an arrow 'lease' can only be 'held', 'holder', 'new' or 'end'");
        }
        if (!guard.force().isEmpty() && !leased) {
            violations.add(element, "'force' only makes sense beside 'lease'");
        }
        if (!Set.of("true", "false").contains(properties.getOrDefault("within", "false"))) {
            violations.add(element, "'within' is true or false");
        }
        guard.artifacts().forEach(artifact -> checkArtifact(element, artifact));
        checkRules(element, "needs", guard.needs());
        checkKeeps(element, guard);
    }

    void checkMultiInstance(String element, Map<String, String> properties) {
        Role.list(properties.get("reassign")).forEach(role -> checkRole(element, role));
        checkRules(element, "fits", Guard.list(properties.get("fits")));
    }

    /** Required data needs a schema also if a delegate creates it and no arrow brings it as an artifact. */
    void checkHolds(String element, boolean state, Map<String, String> properties) {
        List<String> names = Guard.list(properties.get("holds"));
        if (!names.isEmpty() && !state) {
            violations.add(element, "'holds' is for states: nobody would look here");
            return;
        }
        for (String name : names) {
            String fault =
                    LifecycleValidator.NAME.matcher(name).matches() ? context.schemaFault(name) : "that is no name";
            if (fault != null) {
                violations.add(element, "holds '" + name + "', which nothing brings: " + fault);
            }
        }
    }

    /** Nothing leaves an end event, so nothing would be cleared there. */
    void checkClears(String element, boolean left, Map<String, String> properties) {
        List<String> names = Guard.list(properties.get("clears"));
        if (!names.isEmpty() && !left) {
            violations.add(element, "'clears' is for states that a task leaves");
        }
        names.stream()
                .filter(name -> !LifecycleValidator.NAME.matcher(name).matches())
                .forEach(name -> violations.add(element, "clears '" + name + "', which is no name of data"));
    }

    private void checkRules(String element, String property, List<String> rules) {
        rules.stream()
                .filter(rule -> !context.isRule(rule))
                .forEach(rule ->
                        violations.add(element, property + " '" + rule + "', but there is no rule of that name"));
    }

    void checkNoGuard(String element, Map<String, String> properties) {
        for (String name : GUARD_PROPERTIES) {
            if (properties.containsKey(name)) {
                violations.add(
                        element, "'" + name + "' works on triggers and messages only; here nobody would enforce it");
            }
        }
    }

    private void checkRole(String element, Role role) {
        if (role.isIncomplete()) {
            violations.add(element, "'" + role + "': a role is missing");
        } else {
            role.terms().forEach(term -> checkTerm(element, term));
        }
        if (role.policy() != null
                && !LifecycleValidator.NAME.matcher(role.policy()).matches()) {
            violations.add(element, "'" + role + "': what stands after the question mark names a policy");
        }
    }

    private void checkTerm(String element, String term) {
        String field = Role.field(term);
        if (term.equals(Role.EVERYBODY)) {
            violations.add(element, "'*' means everybody: it can only stand alone, and only in 'roles'");
        } else if (field != null) {
            boolean valid = Stream.of(field.split("\\.", -1))
                    .allMatch(name -> LifecycleValidator.NAME.matcher(name).matches());
            if (!valid) {
                violations.add(element, "'" + term + "' is no field of the task");
            }
        } else if (!Role.OF_TASK.contains(term) && !context.isGroup(term)) {
            violations.add(
                    element,
                    "'" + term
                            + "' is no group: create it first, or use assignee, claimant, creator, system or task.<field>");
        }
    }

    private void checkArtifact(String element, Guard.Artifact artifact) {
        if (!LifecycleValidator.NAME.matcher(artifact.name()).matches()) {
            violations.add(element, "'" + artifact.name() + "' is no name for an artifact");
            return;
        }
        String fault = context.schemaFault(artifact.name());
        if (fault != null) {
            violations.add(element, "requires '" + artifact.name() + "': " + fault);
        }
    }

    private void checkKeeps(String element, Guard guard) {
        if (guard.keeps() != null) {
            List<String> names =
                    guard.artifacts().stream().map(Guard.Artifact::name).toList();
            guard.keeps().stream()
                    .filter(kept -> !names.contains(kept))
                    .forEach(kept -> violations.add(
                            element, "keeps '" + kept + "', which is not among what the arrow requires"));
        }
    }
}
