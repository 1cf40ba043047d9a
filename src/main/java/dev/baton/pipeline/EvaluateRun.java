package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ledger.Flags;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Records the evaluation of a completed run and of those that it continues, and that its memory is to be saved. */
@Component
class EvaluateRun implements MoveDelegate {

    private final Ledger ledger;

    EvaluateRun(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public void execute(Move move) {
        move.record("evaluation", Evaluation.of(runs(move.task())));
        ObjectNode memory = Checkpoint.of(move.task()).memory().put("status", "due");
        move.record("memory", memory.deepCopy());
        move.task().flags().add(Flags.MEMORY_DUE);
    }

    /** This run and those that it continues, the oldest first. */
    private Map<String, Checkpoint> runs(Task newest) {
        Deque<Task> chain = new ArrayDeque<>(List.of(newest));
        Optional<Task> earlier = earlier(newest);
        while (earlier.isPresent()) {
            chain.push(earlier.get());
            earlier = earlier(earlier.get());
        }
        Map<String, Checkpoint> runs = new LinkedHashMap<>();
        chain.forEach(task -> runs.put(task.id(), Checkpoint.of(task)));
        return runs;
    }

    private Optional<Task> earlier(Task task) {
        return Optional.ofNullable(task.data().path(Resumption.FROM).textValue())
                .flatMap(ledger::find);
    }
}
