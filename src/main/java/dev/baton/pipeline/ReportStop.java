package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** Records why a run stopped and reports its phases, failures and cost to the caller. */
@Component
class ReportStop implements MoveDelegate {

    private final TaskRecords records;

    ReportStop(TaskRecords records) {
        this.records = records;
    }

    @Override
    public void execute(Move move) {
        PipelineRun run = PipelineRun.of(move);
        String name = move.elementName();
        run.checkpoint().stop(name.substring(name.indexOf(':') + 1).strip());
        ObjectNode report = Summaries.report(run.checkpoint(), !run.payload().has("output"));
        if (run.payload().has("reason")) {
            report.set("reason", run.payload().get("reason"));
        }
        report.set("last_output", lastOutput(run));
        run.move().record("reports", report);
        run.move().report(report);
    }

    /** An output in this move's payload is not among the stored records yet. */
    private JsonNode lastOutput(PipelineRun run) {
        JsonNode current = run.payload().get("output");
        return current != null
                ? current
                : records.last(run.move().task().id(), "outputs")
                        .map(last -> last.document().path("output"))
                        .orElse(null);
    }
}
