package dev.baton.review;

import dev.baton.task.CurrentMove;
import dev.baton.task.Json;
import dev.baton.task.Move;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.TaskListener;
import org.springframework.stereotype.Component;

/** Keeps what a reviewer said. */
@Component
class RecordReview implements TaskListener {

    static final String LIST = "reviews";

    private final CurrentMove current;

    RecordReview(CurrentMove current) {
        this.current = current;
    }

    @Override
    public void notify(DelegateTask userTask) {
        Move move = current.of(userTask.getExecution().getProcessInstanceId());
        move.record(
                LIST,
                Json.object()
                        .put(Round.FIELD, Round.of(move.task()))
                        .put("reviewer", move.actor().id())
                        .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                                "verdict", move.payload().get("verdict"))
                        .set("findings", move.payload().get("findings")));
    }
}
