package dev.baton.move;

import dev.baton.lifecycle.ThrownMessage;

/** Sends the messages that a diagram throws, in the transaction of the move. */
public interface MessageSender {

    void send(Move sender, ThrownMessage message);
}
