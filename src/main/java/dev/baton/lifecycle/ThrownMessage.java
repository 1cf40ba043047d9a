package dev.baton.lifecycle;

import java.util.List;
import java.util.Map;

/**
 * A message that a task sends to others when it passes a throw event or ends.
 *
 * @param trigger the trigger that they take; the name of the message
 * @param to {@code parent}, {@code children}, {@code blockers}, or {@code task.} and a field with ids of tasks
 * @param gives the fields of the sender's data that become the payload
 */
public record ThrownMessage(String element, String trigger, String to, List<String> gives) {

    public static final String PARENT = "parent";
    public static final String CHILDREN = "children";
    public static final String BLOCKERS = "blockers";

    static ThrownMessage of(String element, String name, Map<String, String> properties) {
        return new ThrownMessage(element, name, properties.get("to"), Guard.list(properties.get("gives")));
    }

    /** The field with the ids of the recipients; null if they are found in another way. */
    public String field() {
        return Role.field(to);
    }
}
