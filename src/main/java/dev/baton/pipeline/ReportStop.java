package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.task.Records;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.springframework.stereotype.Component;

/** A run stops: says why, what was done, what was under way, what went wrong and what it has cost. */
@Component
class ReportStop implements ExecutionListener {

    private final Runs runs;
    private final Records records;

    ReportStop(Runs runs, Records records) {
        this.runs = runs;
        this.records = records;
    }

    @Override
    public void notify(DelegateExecution execution) {
        Runs.Run run = runs.of(execution.getProcessInstanceId());
        String name = execution.getCurrentActivityName();
        run.checkpoint().stop(name.substring(name.indexOf(':') + 1).strip());
        ObjectNode report = Summaries.report(run.checkpoint(), !run.payload().has("output"));
        if (run.payload().has("reason")) {
            report.set("reason", run.payload().get("reason"));
        }
        report.set("last_output", lastOutput(run));
        run.move().record("reports", report);
        run.move().report(report);
    }

    /** The one that this move brings is not in the list yet. */
    private JsonNode lastOutput(Runs.Run run) {
        JsonNode brought = run.payload().get("output");
        return brought != null
                ? brought
                : records.last(run.move().task().id(), "outputs")
                        .map(last -> last.document().path("output"))
                        .orElse(null);
    }
}
