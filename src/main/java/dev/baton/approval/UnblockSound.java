package dev.baton.approval;

import dev.baton.assignment.AssigneesLeft;
import dev.baton.assignment.KnownAssignees;
import dev.baton.core.Refusal.Fault;
import dev.baton.dependency.BlockerRule;
import dev.baton.dependency.BlockersFinished;
import dev.baton.move.Move;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * A task is unblocked into a state that the diagram reaches, with at least one assignee, and with a clarification if it
 * was returned too often. Work goes on only without unfinished blockers.
 */
@Component
class UnblockSound implements BlockerRule {

    private final KnownAssignees knownAssignees;
    private final AssigneesLeft assigneesLeft;
    private final BlockersFinished blockersFinished;

    UnblockSound(KnownAssignees knownAssignees, AssigneesLeft assigneesLeft, BlockersFinished blockersFinished) {
        this.knownAssignees = knownAssignees;
        this.assigneesLeft = assigneesLeft;
        this.blockersFinished = blockersFinished;
    }

    @Override
    public List<Fault> faults(Move move) {
        List<Fault> faults = new ArrayList<>(knownAssignees.faults(move));
        faults.addAll(assigneesLeft.faultsUnlessNamed(move));
        if (Blocks.inLoop(move.task()) && !move.payload().hasNonNull("clarification")) {
            faults.add(new Fault(
                    "clarification",
                    "Clarification required: the task was returned too often; loopSummary has the feedback"));
        }
        String to = move.to();
        boolean reachable = to == null
                || move.lifecycle().exit(move.task().state(), move.trigger()).stream()
                        .anyMatch(exit -> move.lifecycle()
                                .targets(move.task().state(), exit)
                                .contains(to));
        if (!reachable) {
            faults.add(new Fault("to", "'" + move.trigger() + "' does not lead to '" + to + "'"));
        } else if (to == null || move.lifecycle().state(to).holds().contains("workPlan")) {
            faults.addAll(blockersFinished.faults(move));
        }
        return faults;
    }
}
