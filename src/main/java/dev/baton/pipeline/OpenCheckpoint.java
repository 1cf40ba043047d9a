package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.ledger.Ledger;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.List;
import org.springframework.stereotype.Component;

/** Creates the checkpoint of a new run; a run that the server starts to resume a stopped one takes over its progress. */
@Component
class OpenCheckpoint implements MoveDelegate {

    private final PipelineSettings settings;
    private final Ledger ledger;

    OpenCheckpoint(PipelineSettings settings, Ledger ledger) {
        this.settings = settings;
        this.ledger = ledger;
    }

    @Override
    public void execute(Move move) {
        ObjectNode data = move.task().data();
        if (!move.actor().isSystem()) {
            refuseReserved(move, data);
            data.put(Resumption.REQUESTER, move.actor().id());
        }
        Checkpoint checkpoint = Checkpoint.create(move.task(), settings);
        if (data.has(Resumption.FROM)) {
            String earlier = data.get(Resumption.FROM).textValue();
            checkpoint.resumeFrom(Checkpoint.of(ledger.find(earlier).orElseThrow()));
        }
    }

    /** Callers must not set the progress of a run themselves. */
    private static void refuseReserved(Move move, ObjectNode data) {
        List<Fault> faults = Resumption.RESERVED.stream()
                .filter(data::has)
                .map(name -> new Fault(name, name + " is kept by the server: leave it out of the data"))
                .toList();
        if (!faults.isEmpty()) {
            throw move.refusal(Reason.INVALID, faults);
        }
    }
}
