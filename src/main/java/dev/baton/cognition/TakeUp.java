package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Resumes a suspended task and appends the user's text to its messages. */
@Component
class TakeUp implements MoveDelegate {

    @Override
    public void execute(Move move) {
        move.task().data().putNull("suspendedState").putNull("suspendReason");
        JsonNode text = move.payload().path("text");
        if (text.isTextual()) {
            Conversation.append(move, "user", text.textValue());
        }
    }
}
