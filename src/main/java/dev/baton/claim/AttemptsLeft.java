package dev.baton.claim;

import dev.baton.core.Groups;
import dev.baton.core.Refusal.Fault;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import java.util.List;
import org.springframework.stereotype.Component;

/** A task whose attempts are used up waits for a person: only lead, human and admin can still claim it. */
@Component
class AttemptsLeft implements Rule {

    @Override
    public List<Fault> faults(Move move) {
        Task task = move.task();
        return task.attempts() < task.maxAttempts() || move.actor().supervises()
                ? List.of()
                : List.of(new Fault(
                        "attempts",
                        "all attempts are used up (" + task.attempts() + " of " + task.maxAttempts() + "): "
                                + String.join(", ", Groups.SUPERVISORS) + " can claim or reset it"));
    }
}
