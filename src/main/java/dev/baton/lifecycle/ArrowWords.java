package dev.baton.lifecycle;

import java.util.List;
import java.util.Map;

/**
 * What a diagram says about an arrow or event besides its guard.
 *
 * @param claim whether claims for the next task take it; null if the diagram does not say
 * @param onBlockersFinished whether the server takes it when the last blocker of the task has finished
 * @param counts the fields of the task's data that are increased by one
 * @param collects what is appended to which lists in the task's data
 * @param actions the decision that says which actions need this trigger; null if there is none
 * @param label what somebody does who takes the trigger, for buttons; null if the trigger's name says it
 */
public record ArrowWords(
        Boolean claim,
        boolean onBlockersFinished,
        List<String> counts,
        List<Collect> collects,
        String actions,
        String label) {

    public static final ArrowWords NONE = of(Map.of());

    public static final String BLOCKERS_FINISHED = "blockers-finished";

    /** Appends the artifact of that name, or the id of the actor, to a list. */
    public record Collect(String list, String source) {

        private static final String ACTOR = "actor";

        /** {@code approvers:actor}; the source is null if the text is not of that form. */
        static Collect of(String text) {
            String[] parts = text.split(":", 2);
            return new Collect(parts[0], parts.length == 2 ? parts[1] : null);
        }

        public boolean ofActor() {
            return ACTOR.equals(source);
        }
    }

    static ArrowWords of(Map<String, String> properties) {
        String claim = properties.get("claim");
        String label = properties.get("label");
        return new ArrowWords(
                claim == null ? null : Boolean.valueOf(claim),
                BLOCKERS_FINISHED.equals(properties.get("on")),
                Guard.list(properties.get("count")),
                Guard.list(properties.get("collect")).stream().map(Collect::of).toList(),
                properties.get("actions"),
                label == null || label.isBlank() ? null : label.strip());
    }
}
