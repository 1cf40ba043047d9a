package dev.baton.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.json.Json;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Appends a submitted review to the task's records. */
@Component
class RecordReview implements MoveDelegate {

    static final String RECORDS = "reviews";

    @Override
    public void execute(Move move) {
        ObjectNode review = Json.object()
                .put(Round.FIELD, Round.of(move.task()))
                .put("reviewer", move.actor().id());
        review.set("verdict", move.payload().get("verdict"));
        review.set("findings", move.payload().get("findings"));
        move.record(RECORDS, review);
    }
}
