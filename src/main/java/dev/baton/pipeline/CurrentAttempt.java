package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** A report that names its attempt or phase has to be about the current one: an older one is a conflict. */
@Component
class CurrentAttempt implements Rule {

    /** What is no number of an attempt is reported by the schema. */
    private static boolean isNumber(JsonNode attempt) {
        return attempt.isInt() && attempt.intValue() > 0;
    }

    @Override
    public List<Fault> faults(Move move) {
        Checkpoint checkpoint = Checkpoint.of(move.task());
        JsonNode phase = move.payload().path("phase");
        JsonNode attempt = move.payload().path("attempt");
        boolean samePhase = !phase.isTextual() || phase.textValue().equals(checkpoint.currentPhase());
        boolean sameAttempt = !isNumber(attempt) || attempt.intValue() == checkpoint.attempt();
        if (samePhase && sameAttempt) {
            return List.of();
        }
        String reported = (isNumber(attempt) ? "attempt " + attempt.intValue() : "an attempt")
                + (phase.isTextual() ? " of '" + phase.textValue() + "'" : "");
        throw move.refusal(
                Reason.CONFLICT,
                List.of(new Fault(
                        samePhase ? "attempt" : "phase",
                        "this reports on " + reported + ", but the run is at attempt " + checkpoint.attempt() + " of '"
                                + checkpoint.currentPhase() + "'")));
    }
}
