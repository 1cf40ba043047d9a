package dev.baton.move;

import dev.baton.lifecycle.State.Subtasks;
import dev.baton.lifecycle.ThrownMessage;
import org.springframework.stereotype.Component;

/** Holds what moves need from packages that create and move tasks themselves, and so register themselves here. */
@Component
public class MoveExtensions {

    private SubtaskStarter subtasks;
    private MessageSender messages;

    public void register(SubtaskStarter starter) {
        subtasks = starter;
    }

    public void register(MessageSender sender) {
        messages = sender;
    }

    void startSubtasks(Move parent, Subtasks call) {
        subtasks.start(parent, call);
    }

    void send(Move sender, ThrownMessage message) {
        messages.send(sender, message);
    }
}
