package dev.baton.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.List;
import org.springframework.stereotype.Component;

/** Initializes a new task: criticality {@code standard} by default, and no review data from the caller. */
@Component
class BeginReviewable implements MoveDelegate {

    private static final String CRITICALITY = "criticality";
    private static final String STANDARD = "standard";
    private static final List<String> WRITTEN_BY_SERVER =
            List.of("reviewers", "reviews", "findings", "handovers", "waitingFor", Workers.FIELD, ReviewTable.RESULT);

    @Override
    public void execute(Move move) {
        ObjectNode data = move.task().data();
        data.remove(WRITTEN_BY_SERVER);
        data.put(Round.FIELD, 0);
        if (!data.hasNonNull(CRITICALITY)) {
            data.put(CRITICALITY, STANDARD);
        }
    }

    static String criticality(Task task) {
        return task.data().path(CRITICALITY).asText(STANDARD);
    }
}
