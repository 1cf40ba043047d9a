package dev.baton.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.CurrentMove;
import java.util.List;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** A new task is standard unless its creator said otherwise, and nobody has reviewed it, whatever its creator said. */
@Component
class BeginReviewable implements ExecutionListener {

    private static final List<String> OURS = List.of("reviewers", "reviews", "findings", "handovers", "waitingFor");

    private final CurrentMove current;

    BeginReviewable(CurrentMove current) {
        this.current = current;
    }

    @Override
    public void notify(DelegateExecution execution) {
        ObjectNode data = current.of(execution.getProcessInstanceId()).task().data();
        data.remove(OURS);
        data.put(Round.FIELD, 0);
        if (!data.hasNonNull(Criticality.FIELD)) {
            data.put(Criticality.FIELD, Criticality.STANDARD.toString());
        }
    }
}
