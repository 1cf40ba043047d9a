package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.task.Json;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** Keeps what a person has added; the classifier finds all of it in the checkpoint. */
@Component
class RecordClarification implements ExecutionListener {

    private final Runs runs;

    RecordClarification(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        JsonNode questions = run.checkpoint().answered();
        run.move()
                .record(
                        "clarifications",
                        Json.object()
                                .put("round", run.checkpoint().rounds())
                                .put("text", run.payload().get("text").textValue())
                                .set("questions", questions));
    }
}
