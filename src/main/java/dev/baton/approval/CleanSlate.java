package dev.baton.approval;

import dev.baton.core.Refusal.Fault;
import dev.baton.lifecycle.State;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import dev.baton.run.Costs;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/** A new task must not bring data that only the server writes, such as approvals or costs. */
@Component
class CleanSlate implements Rule {

    private static final Set<String> WRITTEN_BY_SERVER = Set.of(
            ApprovalRequests.NAME,
            "approvals",
            Blocks.NAME,
            Blocks.LOOP,
            Blocks.CYCLES,
            Blocks.FEEDBACK,
            Costs.SUMMARY,
            "failedRuns",
            "grantedActions",
            "waitsForTasks",
            "runs",
            "actions",
            "comments",
            "cancellation",
            "clarification");

    @Override
    public List<Fault> faults(Move move) {
        Set<String> names = new TreeSet<>(WRITTEN_BY_SERVER);
        move.lifecycle().states().stream().map(State::holds).forEach(names::addAll);
        return names.stream()
                .filter(move.payload()::has)
                .map(name -> new Fault(name, "'" + name + "' is written by the server only: leave it out"))
                .toList();
    }
}
