package dev.baton.cognition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.task.CurrentMove;
import dev.baton.task.Move;
import dev.baton.task.Task;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** Remembers where a task was and why it stopped there, and keeps its whole context as it is now. */
@Component
class PutAside implements ExecutionListener {

    private final CurrentMove current;
    private final Snapshots snapshots;

    PutAside(CurrentMove current, Snapshots snapshots) {
        this.current = current;
        this.snapshots = snapshots;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Move move = current.of(execution.getProcessInstanceId());
        Task task = move.task();
        JsonNode why = move.payload().path("reason");
        task.data().put("suspendedState", task.state());
        task.data().set("suspendReason", why.isMissingNode() ? move.payload().get("question") : why);
        Conversation.goesOn(move);
        snapshots.take(move);
    }
}
