package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** A task that was put aside goes on; what the user said is part of the conversation. */
@Component
class TakeUp implements MoveDelegate {

    @Override
    public void execute(Move move) {
        move.task().data().putNull("suspendedState").putNull("suspendReason");
        JsonNode said = move.payload().path("text");
        if (said.isTextual()) {
            Conversation.says(move, "user", said.textValue());
        }
    }
}
