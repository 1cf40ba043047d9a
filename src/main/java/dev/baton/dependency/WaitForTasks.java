package dev.baton.dependency;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.dependency.Dependencies.Blocker;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.move.Move;
import dev.baton.move.MoveDelegate;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Marks a task as blocked by nothing but unfinished tasks, and tells the caller which ones. */
@Component
public class WaitForTasks implements MoveDelegate {

    /** The mark in the task's data; the blocked state of a lifecycle clears it. */
    static final String FIELD = "waitsForTasks";

    private final Dependencies dependencies;

    WaitForTasks(Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    @Override
    public void execute(Move move) {
        Task task = move.task();
        mark(task);
        List<Blocker> unfinished = unfinished(task);
        ObjectNode report = Json.object().put("message", "The task is blocked now: it " + reason(unfinished));
        ArrayNode waitsFor = report.putArray("waitsFor");
        unfinished.forEach(
                blocker -> waitsFor.add(Json.object().put("id", blocker.id()).put("state", blocker.state())));
        move.report(report);
    }

    static void mark(Task task) {
        task.data().put(FIELD, true);
    }

    static boolean isMarked(Task task) {
        return task.data().path(FIELD).asBoolean();
    }

    List<Blocker> unfinished(Task task) {
        return dependencies.blockers(task.id()).stream()
                .filter(blocker -> !blocker.satisfied())
                .toList();
    }

    /** Such as "depends on t-1 (in_progress)". */
    static String reason(List<Blocker> unfinished) {
        return "depends on "
                + unfinished.stream()
                        .map(blocker -> blocker.id() + " (" + blocker.state() + ")")
                        .collect(Collectors.joining(", "));
    }

    /** Why the task is blocked, as a sentence. */
    public String reason(Task task) {
        return "It " + reason(unfinished(task));
    }
}
