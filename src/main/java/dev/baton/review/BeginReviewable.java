package dev.baton.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.List;
import org.springframework.stereotype.Component;

/** A new task is standard unless its creator said otherwise, and nobody has reviewed it, whatever its creator said. */
@Component
class BeginReviewable implements MoveDelegate {

    private static final List<String> OURS = List.of("reviewers", "reviews", "findings", "handovers", "waitingFor");

    @Override
    public void execute(Move move) {
        ObjectNode data = move.task().data();
        data.remove(OURS);
        data.put(Round.FIELD, 0);
        if (!data.hasNonNull(Criticality.FIELD)) {
            data.put(Criticality.FIELD, Criticality.STANDARD.toString());
        }
    }
}
