package dev.baton.cognition;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** What a schema can't say about a plan: its steps are numbered in their order. */
@Component
class SoundPlan implements Rule {

    @Override
    public List<Fault> faults(Move move) {
        return Plan.in(move.payload()).wellNumbered()
                ? List.of()
                : List.of(new Fault(
                        "plan",
                        "plan: the steps' indexes have to count from 0 or from 1 in their order, or be left out"));
    }
}
