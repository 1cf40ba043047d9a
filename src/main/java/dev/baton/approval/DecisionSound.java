package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.AssigneesLeft;
import dev.baton.assignment.KnownAssignees;
import dev.baton.core.Groups;
import dev.baton.core.Refusal.Fault;
import dev.baton.dependency.BlockerRule;
import dev.baton.dependency.BlockersFinished;
import dev.baton.lifecycle.State;
import dev.baton.move.Move;
import dev.baton.run.Costs;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Only humans decide, the requester can only withdraw, and the target has to be a state that the diagram reaches from
 * here. Nobody approves their own RED request, and work goes on only without unfinished blockers.
 */
@Component
class DecisionSound implements BlockerRule {

    private final KnownAssignees knownAssignees;
    private final AssigneesLeft assigneesLeft;
    private final BlockersFinished blockersFinished;
    private final Costs costs;

    DecisionSound(
            KnownAssignees knownAssignees,
            AssigneesLeft assigneesLeft,
            BlockersFinished blockersFinished,
            Costs costs) {
        this.knownAssignees = knownAssignees;
        this.assigneesLeft = assigneesLeft;
        this.blockersFinished = blockersFinished;
        this.costs = costs;
    }

    @Override
    public List<Fault> faults(Move move) {
        List<Fault> faults = new ArrayList<>(knownAssignees.faults(move));
        String decision = move.payload().path("decision").asText();
        ObjectNode request = ApprovalRequests.newest(move.task());
        boolean person = move.actor().in(Groups.HUMAN) || move.actor().in(Groups.ADMIN);
        if (!person && !decision.equals(ApprovalRequests.WITHDRAWN)) {
            faults.add(new Fault(
                    "actor", move.actor().id() + " asked for this approval and can only withdraw it: people decide"));
        }
        if (decision.equals(ApprovalRequests.APPROVED)
                && request.path("risk").asText().equals("RED")
                && move.actor().id().equals(request.path("requestedBy").textValue())) {
            faults.add(new Fault(
                    "actor", move.actor().id() + " asked for this RED approval: somebody else has to approve it"));
        }
        String to = target(move, decision, request);
        if (decision.equals(ApprovalRequests.WITHDRAWN)
                && !request.path("from").asText().equals(to)) {
            faults.add(new Fault(
                    "to",
                    "A withdrawn request leads back to " + request.path("from").asText() + " only"));
        }
        if (to != null && !move.lifecycle().targets(move.task().state()).contains(to)) {
            faults.add(
                    new Fault("to", "'" + to + "' can't follow " + move.task().state()));
        } else if (to != null) {
            faults.addAll(targetFaults(move, decision, move.lifecycle().state(to)));
        } else if (decision.equals(ApprovalRequests.APPROVED)) {
            faults.addAll(workFaults(move));
        }
        faults.addAll(budgetFaults(move, decision, request));
        return faults;
    }

    /**
     * By default approved and withdrawn lead back to where the request was made. The diagram decides for denied, and for
     * an approval that would lead back into a block.
     */
    static String target(Move move, String decision, ObjectNode request) {
        String from = request.path("from").asText();
        boolean intoBlock = decision.equals(ApprovalRequests.APPROVED)
                && move.lifecycle().state(from) != null
                && move.lifecycle().state(from).holds().contains(Blocks.NAME);
        return move.to() != null || decision.equals(ApprovalRequests.DENIED) || intoBlock ? move.to() : from;
    }

    private List<Fault> workFaults(Move move) {
        List<Fault> faults = new ArrayList<>(assigneesLeft.faultsUnlessNamed(move));
        faults.addAll(blockersFinished.faults(move));
        return faults;
    }

    private List<Fault> targetFaults(Move move, String decision, State state) {
        List<Fault> faults = new ArrayList<>();
        if (state.holds().contains("workPlan")) {
            faults.addAll(workFaults(move));
        } else if (state.holds().contains("assigneeIds")) {
            faults.addAll(assigneesLeft.faultsUnlessNamed(move));
        }
        if (state.satisfies() && !decision.equals(ApprovalRequests.APPROVED)) {
            faults.add(new Fault("decision", "Only an approval leads to " + state.name()));
        }
        JsonNode author = move.task().data().path("deliverable").path("author");
        if (state.satisfies() && move.actor().id().equals(author.textValue())) {
            faults.add(new Fault(
                    "actor", move.actor().id() + " is the author of the deliverable: somebody else has to accept it"));
        }
        return faults;
    }

    private List<Fault> budgetFaults(Move move, String decision, ObjectNode request) {
        JsonNode budget = move.payload().path(Costs.BUDGET);
        if (!budget.isNumber()) {
            return List.of();
        }
        if (!decision.equals(ApprovalRequests.APPROVED)
                || !request.path("cause").asText().equals("budget")) {
            return List.of(new Fault(Costs.BUDGET, "A new budget comes with the approval of an exceeded one only"));
        }
        boolean enough = budget.decimalValue().compareTo(costs.of(move.task()).totalCost()) >= 0;
        return enough
                ? List.of()
                : List.of(new Fault(
                        Costs.BUDGET,
                        "The task has cost " + costs.of(move.task()).totalCost().toPlainString()
                                + " USD already: the new budget can't be less"));
    }
}
