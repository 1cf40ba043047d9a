package dev.baton.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The part of the check that is about guards: who, what they bring, and which rules hold. */
final class GuardValidator {

    private static final List<String> PROPERTIES =
            List.of("roles", "except", "requires", "needs", "keeps", "force", "within");

    private final ValidationContext around;
    private final BiConsumer<String, String> say;

    GuardValidator(ValidationContext around, BiConsumer<String, String> say) {
        this.around = around;
        this.say = say;
    }

    void guard(String element, Map<String, String> properties) {
        Guard guard = Guard.of(properties);
        Stream.concat(guard.roles().stream(), guard.except().stream()).forEach(role -> role(element, role));
        guard.force().forEach(role -> term(element, role));
        if (properties.containsKey("lease") && !guard.held()) {
            say.accept(element, "on an arrow 'lease' can only be 'held'");
        }
        if (!guard.force().isEmpty() && !guard.held()) {
            say.accept(element, "'force' only makes sense beside lease=held");
        }
        if (!Set.of("true", "false").contains(properties.getOrDefault("within", "false"))) {
            say.accept(element, "'within' is true or false");
        }
        guard.artifacts().forEach(artifact -> artifact(element, artifact));
        rules(element, "needs", guard.needs());
        keeps(element, guard);
    }

    void crowd(String element, Map<String, String> properties) {
        Role.list(properties.get("reassign")).forEach(role -> role(element, role));
        rules(element, "fits", Guard.list(properties.get("fits")));
    }

    /** What comes with an arrow has a schema anyway; what is made on the way has one to say what it is. */
    void holds(String element, boolean state, Map<String, String> properties) {
        List<String> names = Guard.list(properties.get("holds"));
        if (!names.isEmpty() && !state) {
            say.accept(element, "'holds' is for states: nobody would look here");
            return;
        }
        for (String name : names) {
            String fault =
                    LifecycleValidator.NAME.matcher(name).matches() ? around.schemaFault(name) : "that is no name";
            if (fault != null) {
                say.accept(element, "holds '" + name + "', which nothing brings: " + fault);
            }
        }
    }

    private void rules(String element, String property, List<String> rules) {
        rules.stream()
                .filter(rule -> !around.isRule(rule))
                .forEach(rule -> say.accept(element, property + " '" + rule + "', but there is no rule of that name"));
    }

    void noGuard(String element, Map<String, String> properties) {
        for (String name : PROPERTIES) {
            if (properties.containsKey(name)) {
                say.accept(element, "'" + name + "' works on triggers and messages only; here nobody would enforce it");
            }
        }
    }

    private void role(String element, Role role) {
        role.terms().forEach(term -> term(element, term));
        if (role.policy() != null
                && !LifecycleValidator.NAME.matcher(role.policy()).matches()) {
            say.accept(element, "'" + role + "': what stands after the question mark names a policy");
        }
    }

    private void term(String element, String term) {
        String field = Role.field(term);
        if (field != null) {
            boolean path = Stream.of(field.split("\\.", -1))
                    .allMatch(name -> LifecycleValidator.NAME.matcher(name).matches());
            if (!path) {
                say.accept(element, "'" + term + "' is no field of the task");
            }
        } else if (!Role.OF_TASK.contains(term) && !around.isGroup(term)) {
            say.accept(
                    element,
                    "'" + term + "' is no group: create it first, or use assignee, claimant, system or task.<field>");
        }
    }

    private void artifact(String element, Guard.Artifact artifact) {
        if (!LifecycleValidator.NAME.matcher(artifact.name()).matches()) {
            say.accept(element, "'" + artifact.name() + "' is no name for an artifact");
            return;
        }
        String fault = around.schemaFault(artifact.name());
        if (fault != null) {
            say.accept(element, "requires '" + artifact.name() + "': " + fault);
        }
    }

    private void keeps(String element, Guard guard) {
        if (guard.keeps() != null) {
            List<String> names =
                    guard.artifacts().stream().map(Guard.Artifact::name).toList();
            guard.keeps().stream()
                    .filter(kept -> !names.contains(kept))
                    .forEach(kept ->
                            say.accept(element, "keeps '" + kept + "', which is not among what the arrow requires"));
        }
    }
}
