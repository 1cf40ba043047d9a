package dev.baton.cognition;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** The indexes of a plan's steps are consecutive, which a JSON schema can't express. */
@Component
class SoundPlan implements Rule {

    @Override
    public List<Fault> faults(Move move) {
        return Plan.in(move.payload()).hasValidIndexes()
                ? List.of()
                : List.of(new Fault(
                        "plan",
                        "plan: the steps' indexes have to count from 0 or from 1 in their order, or be left out"));
    }
}
