package dev.baton.dependency;

import dev.baton.core.Refusal.Fault;
import dev.baton.move.Move;
import java.util.List;
import org.springframework.stereotype.Component;

/** Refuses a move while a blocker of the task has not finished. */
@Component
public class BlockersFinished implements BlockerRule {

    private final Dependencies dependencies;

    BlockersFinished(Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    @Override
    public List<Fault> faults(Move move) {
        return dependencies.blockers(move.task().id()).stream()
                .filter(blocker -> !blocker.satisfied())
                .map(blocker -> new Fault(
                        "blockedBy",
                        "it still waits for " + blocker.id() + ", which " + (blocker.failed() ? "ended" : "is")
                                + " in '" + blocker.state() + "'; finish that, or take it out of the blockers"))
                .toList();
    }
}
