package dev.baton.lifecycle;

import dev.baton.lifecycle.Diagram.Arrow;
import dev.baton.lifecycle.Diagram.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The exits of an external task that are not drawn: a worker claims the work, gives it back, or reports that it failed. They
 * lead back into the same state.
 */
public final class ExternalWork {

    public static final String CLAIM = "claim";
    public static final String RELEASE = "release";
    public static final String FAIL = "fail";

    /** The trigger of the arrow behind an external task, if it has no name. */
    public static final String COMPLETE = "complete";

    /** What a worker may say about a failure. */
    static final String ERROR = "error";

    /** The transitions that lead back, with what each has to do with the lease. */
    public static final Map<String, String> TRIGGERS = Map.of(CLAIM, "new", RELEASE, "held", FAIL, "held");

    private ExternalWork() {}

    /** The id of the transition that the engine gets for the trigger. */
    public static String element(String externalTask, String trigger) {
        return externalTask + "__" + trigger;
    }

    /** The exits back into the state; who may take the work on is who may take the arrow behind it. */
    static List<Exit> exits(Diagram diagram, Node task) {
        Map<String, String> ofArrow = diagram.outgoing(task).stream()
                .findFirst()
                .map(Arrow::properties)
                .orElse(Map.of());
        return TRIGGERS.keySet().stream()
                .sorted()
                .map(trigger -> new Exit(
                        element(task.id(), trigger), trigger, Exit.Kind.ACTOR, false, true, guard(trigger, ofArrow)))
                .toList();
    }

    private static Guard guard(String trigger, Map<String, String> ofArrow) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String name : List.of("roles", "except", "force")) {
            if (ofArrow.containsKey(name)) {
                properties.put(name, ofArrow.get(name));
            }
        }
        properties.put("lease", TRIGGERS.get(trigger));
        return Guard.of(properties);
    }

    /** Only the holder completes the work or raises an error, unless the diagram says otherwise. */
    static Guard held(Map<String, String> properties) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("lease", "held"));
        all.putAll(properties);
        return Guard.of(all);
    }

    static ArrowWords words(String trigger) {
        return ArrowWords.of(
                switch (trigger) {
                    case CLAIM -> Map.of("claim", "true");
                    case FAIL -> Map.of("count", "attempts");
                    default -> Map.of();
                });
    }
}
