package dev.baton.subtask;

import dev.baton.move.Move;

/** Bounds what one move creates: a lifecycle could call itself, or each child could get children at once. */
final class CreationLimit {

    private static final int MAX_LEVELS = 3;
    private static final int MAX_TASKS = 1_000;

    private CreationLimit() {}

    /** Refuses if the move, with the moves that led to it, would create too many. */
    static void check(Move parent, int children) {
        int levels = 1;
        Move first = parent;
        while (first.creator() != null) {
            first = first.creator();
            levels++;
        }
        if (levels > MAX_LEVELS || first.countCreated(children) > MAX_TASKS) {
            throw StartSubtasks.refusal(
                    parent,
                    "children",
                    "one move creates at most " + MAX_TASKS + " subtasks, " + MAX_LEVELS
                            + " levels deep: let children begin in a state of their own");
        }
    }
}
