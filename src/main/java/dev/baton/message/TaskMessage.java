package dev.baton.message;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A message to a task.
 *
 * @param kind the {@link MessageHandler} that knows what to do
 * @param taskId the task that receives it
 * @param sender the task that caused it
 * @param trigger null if the kind needs none
 * @param hops how many messages led to it, itself included
 * @param onBehalfOf the user whose move caused it; null if it was the system's
 */
public record TaskMessage(
        long id,
        String kind,
        String taskId,
        String sender,
        String trigger,
        ObjectNode payload,
        String onBehalfOf,
        int hops) {

    public TaskMessage(
            String kind,
            String taskId,
            String sender,
            String trigger,
            ObjectNode payload,
            String onBehalfOf,
            int hops) {
        this(0, kind, taskId, sender, trigger, payload, onBehalfOf, hops);
    }
}
