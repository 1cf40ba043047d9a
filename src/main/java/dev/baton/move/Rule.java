package dev.baton.move;

import dev.baton.core.Refusal.Fault;
import java.util.List;

/** A bean that a diagram names as a further condition of a guard, beyond roles and artifacts. */
public interface Rule {

    /** All reasons to refuse the move; empty if it is allowed. */
    List<Fault> faults(Move move);
}
