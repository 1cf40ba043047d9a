package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/** A run stops: says why, what was done, what was under way, what went wrong and what it has cost. */
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

    /** The one that this move brings is not in the list yet. */
    private JsonNode lastOutput(PipelineRun run) {
        JsonNode brought = run.payload().get("output");
        return brought != null
                ? brought
                : records.last(run.move().task().id(), "outputs")
                        .map(last -> last.document().path("output"))
                        .orElse(null);
    }
}
