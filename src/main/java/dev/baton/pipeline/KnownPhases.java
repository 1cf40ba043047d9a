package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import dev.baton.pipeline.PipelineSettings.Phase;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** A check that names the phase to repair it has to name one of the run's. */
@Component
class KnownPhases implements Rule {

    @Override
    public List<Fault> faults(Move move) {
        List<String> phases = Checkpoint.of(move.task()).phases().list().stream()
                .map(Phase::name)
                .toList();
        List<Fault> faults = new ArrayList<>();
        for (JsonNode check : move.payload().path("checks")) {
            String phase = check.path("phase").textValue();
            if (phase != null && !phases.contains(phase)) {
                faults.add(new Fault(
                        "checks",
                        "checks: this run has no phase '" + phase + "'; there are " + String.join(", ", phases)));
            }
        }
        return faults;
    }
}
