package dev.baton.message;

import dev.baton.core.Refusal;

/** Delivers messages of one kind. */
public interface MessageHandler {

    String kind();

    /** In a transaction that also deletes the message; a refusal rolls it back. */
    void deliver(TaskMessage message);

    /** In a transaction of its own, after the delivery was refused for good. */
    default void refused(TaskMessage message, Refusal refusal) {}
}
