package dev.baton.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.AssigneesLeft;
import dev.baton.assignment.KnownAssignees;
import dev.baton.core.Groups;
import dev.baton.core.Refusal.Fault;
import dev.baton.lifecycle.State;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import dev.baton.run.Costs;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** People decide, whoever asked can only withdraw, and a task goes on where its diagram has a way. */
@Component
class DecisionSound implements Rule {

    private final KnownAssignees known;
    private final AssigneesLeft left;
    private final Costs costs;

    DecisionSound(KnownAssignees known, AssigneesLeft left, Costs costs) {
        this.known = known;
        this.left = left;
        this.costs = costs;
    }

    @Override
    public List<Fault> faults(Move move) {
        List<Fault> faults = new ArrayList<>(known.faults(move));
        String decision = move.payload().path("decision").asText();
        ObjectNode request = Requests.newest(move.task());
        boolean person = move.actor().in(Groups.HUMAN) || move.actor().in(Groups.ADMIN);
        if (!person && !decision.equals(Requests.WITHDRAWN)) {
            faults.add(new Fault(
                    "actor", move.actor().id() + " asked for this approval and can only withdraw it: people decide"));
        }
        String to = target(move, decision, request);
        if (decision.equals(Requests.WITHDRAWN)
                && !request.path("from").asText().equals(to)) {
            faults.add(new Fault(
                    "to",
                    "A withdrawn request leads back to " + request.path("from").asText() + " only"));
        }
        if (to != null && !move.lifecycle().targets(move.task().state()).contains(to)) {
            faults.add(
                    new Fault("to", "'" + to + "' can't follow " + move.task().state()));
        } else if (to != null) {
            faults.addAll(arrival(move, decision, move.lifecycle().state(to)));
        }
        faults.addAll(budget(move, decision, request));
        return faults;
    }

    /** Approved and withdrawn lead back by default; where denied leads is the diagram's business. */
    static String target(Move move, String decision, ObjectNode request) {
        return move.to() != null || decision.equals(Requests.DENIED)
                ? move.to()
                : request.path("from").asText();
    }

    private List<Fault> arrival(Move move, String decision, State state) {
        List<Fault> faults = new ArrayList<>();
        if (state.holds().contains("assigneeIds")) {
            faults.addAll(left.faults(move));
        }
        if (state.satisfies() && !decision.equals(Requests.APPROVED)) {
            faults.add(new Fault("decision", "Only an approval leads to " + state.name()));
        }
        JsonNode author = move.task().data().path("deliverable").path("author");
        if (state.satisfies() && move.actor().id().equals(author.textValue())) {
            faults.add(new Fault(
                    "actor", move.actor().id() + " is the author of the deliverable: somebody else has to accept it"));
        }
        return faults;
    }

    private List<Fault> budget(Move move, String decision, ObjectNode request) {
        JsonNode budget = move.payload().path(Costs.BUDGET);
        if (!budget.isNumber()) {
            return List.of();
        }
        if (!decision.equals(Requests.APPROVED)
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
