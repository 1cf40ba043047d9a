package dev.baton.approval;

import dev.baton.assignment.AssigneesLeft;
import dev.baton.assignment.KnownAssignees;
import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Blocked work goes on where its diagram has a way, with somebody to do it, and clarified if it went round in circles. */
@Component
class UnblockSound implements Rule {

    private final KnownAssignees known;
    private final AssigneesLeft left;

    UnblockSound(KnownAssignees known, AssigneesLeft left) {
        this.known = known;
        this.left = left;
    }

    @Override
    public List<Fault> faults(Move move) {
        List<Fault> faults = new ArrayList<>(known.faults(move));
        faults.addAll(left.faults(move));
        if (Blocks.inLoop(move.task()) && !move.payload().hasNonNull("clarification")) {
            faults.add(new Fault(
                    "clarification", "Clarification required: the work went round in circles, see loopSummary"));
        }
        String to = move.to();
        boolean reachable = to == null
                || move.lifecycle().exit(move.task().state(), move.trigger()).stream()
                        .anyMatch(exit -> move.lifecycle()
                                .targets(move.task().state(), exit)
                                .contains(to));
        if (!reachable) {
            faults.add(new Fault("to", "'" + move.trigger() + "' does not lead to '" + to + "'"));
        }
        return faults;
    }
}
