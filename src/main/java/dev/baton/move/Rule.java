package dev.baton.move;

import dev.baton.core.Refusal.Fault;
import java.util.List;

/** Something that a diagram demands of a move by the rule's name, beyond who takes an arrow and what they bring. */
public interface Rule {

    /** Everything that speaks against the move; nothing if it can go ahead. */
    List<Fault> faults(Move move);
}
