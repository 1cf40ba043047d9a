package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import org.springframework.stereotype.Component;

/**
 * Records why a run stopped and reports its phases, failures and cost to the caller. Why it stopped is drawn: what follows the colon in
 * the name of the end event, as in {@code stopped: over budget}.
 */
@Component
class ReportStop implements MoveDelegate {

    private final TaskRecords records;

    ReportStop(TaskRecords records) {
        this.records = records;
    }

    @Override
    public void execute(Move move) {
        Checkpoint checkpoint = Checkpoint.of(move.task());
        ObjectNode payload = move.payload();
        String name = move.elementName();
        checkpoint.stop(name.substring(name.indexOf(':') + 1).strip());
        ObjectNode report = Summaries.report(checkpoint, !payload.has("output"));
        if (payload.has("reason")) {
            report.set("reason", payload.get("reason"));
        }
        report.set("last_output", lastOutput(move));
        move.record("reports", report);
        move.report(report);
    }

    /** An output in this move's payload is not among the stored records yet. */
    private JsonNode lastOutput(Move move) {
        JsonNode current = move.payload().get("output");
        return current != null
                ? current
                : records.last(move.task().id(), PhaseOutputs.RECORDS)
                        .map(last -> last.document().path("output"))
                        .orElse(null);
    }
}
