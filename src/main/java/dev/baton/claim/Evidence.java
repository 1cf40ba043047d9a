package dev.baton.claim;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import dev.baton.move.Rule;
import dev.baton.policy.Policy;
import java.util.List;
import org.springframework.stereotype.Component;

/** Where the policy asks for it, success is reported with the exit code, the commit and the merge. */
@Component
class Evidence implements Rule {

    static final String REQUIRED = "requireEvidence";

    private static final List<String> FIELDS = List.of("exitCode", "commit", "merged");

    private final Policy policy;

    Evidence(Policy policy) {
        this.policy = policy;
    }

    @Override
    public List<Fault> faults(Move move) {
        if (!policy.of(move.task().lifecycle(), REQUIRED, false)) {
            return List.of();
        }
        return FIELDS.stream()
                .filter(name -> !move.payload().hasNonNull(name))
                .map(name -> new Fault(name, name + " is required: success has to be shown here"))
                .toList();
    }
}
