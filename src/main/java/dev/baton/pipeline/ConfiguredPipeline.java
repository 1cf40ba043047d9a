package dev.baton.pipeline;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** The pipeline named in the payload, or else the one for the intent, has to be configured. */
@Component
class ConfiguredPipeline implements Rule {

    private final PipelineSettings settings;

    ConfiguredPipeline(PipelineSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<Fault> faults(Move move) {
        String named = move.payload().path("pipeline").textValue();
        String intent = Checkpoint.of(move.task()).classification().intent();
        boolean found = named == null
                ? settings.forIntent(intent).isPresent()
                : settings.pipeline(named).isPresent();
        if (move.actor().isSystem() || found) {
            return List.of();
        }
        String missing = named == null
                ? "no pipeline is for the intent '" + intent + "' any more"
                : "there is no pipeline '" + named + "'";
        return List.of(
                new Fault("pipeline", "pipeline: " + missing + "; there are " + String.join(", ", settings.names())));
    }
}
