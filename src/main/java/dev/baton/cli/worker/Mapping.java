package dev.baton.cli.worker;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * How a worker works on the tasks of one lifecycle: how it takes them, in which states it runs its command, and which arrows
 * it takes afterwards. What may happen is decided by the diagram alone; this only chooses among it.
 *
 * @param run the states in which the command runs
 * @param before moves that lead from a state to one of those
 * @param moves moves by outcome and state
 * @param lost moves that take over a task of the same user whose worker died; they have to lead to a new lease
 * @param round fields of the task that say which round of work this is
 */
record Mapping(
        String lifecycle,
        List<Take> take,
        List<String> run,
        Map<String, List<MoveTemplate>> before,
        Map<Outcome.Kind, Map<String, List<MoveTemplate>>> moves,
        Map<String, List<MoveTemplate>> lost,
        List<String> round) {

    /**
     * One way to get a task.
     *
     * @param state null for the server's claims; else tasks in this state are searched
     * @param mine whether the task has to be assigned to the worker's user already
     * @param moves how a task that was found is taken
     */
    record Take(String state, boolean mine, List<MoveTemplate> moves) {

        boolean claim() {
            return state == null;
        }
    }

    /**
     * @param payload with references to what the command brought
     * @param unless a reference: the move is left out if it has a value
     */
    record MoveTemplate(String trigger, JsonNode payload, String unless) {}

    /** The same for another lifecycle. */
    Mapping of(String otherLifecycle) {
        return new Mapping(otherLifecycle, take, run, before, moves, lost, round);
    }

    List<MoveTemplate> after(Outcome.Kind outcome, String state) {
        return moves.getOrDefault(outcome, Map.of()).getOrDefault(state, List.of());
    }

    boolean runsIn(String state) {
        return run.contains(state);
    }
}
