package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.ArrowWords;
import dev.baton.lifecycle.ArrowWords.Collect;
import java.util.List;

/** Applies {@code count} and {@code collect} of an arrow or event to the task's data. */
final class DataUpdates {

    /** A loop in a diagram must not let a task grow without end. */
    private static final int MAX_ENTRIES = 1_000;

    private static final String ATTEMPTS = "attempts";

    private DataUpdates() {}

    static void apply(ArrowWords words, Move move) {
        words.counts().forEach(name -> count(name, move.task()));
        words.collects().forEach(collect -> collect(collect, move));
    }

    private static void count(String name, Task task) {
        if (name.equals(ATTEMPTS)) {
            task.attempts(task.attempts() + 1);
        } else {
            task.data().put(name, task.data().path(name).asInt() + 1);
        }
    }

    /** An optional artifact that is not there is not collected. */
    private static void collect(Collect collect, Move move) {
        JsonNode entry = collect.ofActor()
                ? Json.node(move.actor().id())
                : move.payload().get(collect.source());
        if (entry == null || entry.isNull()) {
            return;
        }
        ArrayNode list = move.task().data().get(collect.list()) instanceof ArrayNode present
                ? present
                : move.task().data().putArray(collect.list());
        if (list.size() >= MAX_ENTRIES) {
            throw move.refusal(
                    Reason.INVALID,
                    List.of(new Fault(
                            collect.list(),
                            "'" + collect.list() + "' has " + MAX_ENTRIES + " entries, and more are not collected")));
        }
        list.add(entry);
        DataLimits.check(move.task().data());
    }
}
