package dev.baton.pipeline;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** A classification at or above the threshold has to name an intent that a pipeline is configured for. */
@Component
class ConfiguredIntent implements Rule {

    private final PipelineSettings settings;

    ConfiguredIntent(PipelineSettings settings) {
        this.settings = settings;
    }

    @Override
    public List<Fault> faults(Move move) {
        String intent = move.payload().path("intent").textValue();
        double confidence = move.payload().path("confidence").doubleValue();
        boolean accepted = confidence >= Checkpoint.of(move.task()).settings().threshold();
        if (move.actor().isSystem()
                || intent == null
                || !accepted
                || settings.intents().contains(intent)) {
            return List.of();
        }
        return List.of(new Fault(
                "intent",
                "intent: no pipeline is for '" + intent + "'; there are pipelines for "
                        + String.join(", ", settings.intents())));
    }
}
