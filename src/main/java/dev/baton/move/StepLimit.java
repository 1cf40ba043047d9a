package dev.baton.move;

import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import java.util.List;

/** Refuses a move that passes too many elements without coming to a state in which the task waits. */
final class StepLimit {

    private final Move move;
    private final int limit;
    private int steps;

    StepLimit(Move move, int limit) {
        this.move = move;
        this.limit = limit;
    }

    /** Called for every element that the token passes. */
    void count(String element) {
        if (++steps > limit) {
            throw move.refusalAtOrigin(
                    Reason.INVALID,
                    List.of(
                            new Fault(
                                    "diagram",
                                    "the path through the diagram does not end: after " + limit + " steps it is at '"
                                            + element
                                            + "'. The task stays where it was; an admin has to draw a state in which it waits")));
        }
    }
}
