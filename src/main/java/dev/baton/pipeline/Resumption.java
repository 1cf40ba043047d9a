package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.assignment.Editors;
import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.ledger.Ledger;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskNotFound;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.MoveRequest;
import dev.baton.move.NewTask;
import dev.baton.move.Tasks;
import dev.baton.move.TransactionRunner;
import dev.baton.pipeline.PipelineSettings.Phase;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Service;

/**
 * Resumes a stopped run as a new task. The new run makes the same moves as any other run, with the classification,
 * pipeline and phase outputs of the stopped one.
 */
@Service
public class Resumption {

    static final String FROM = "resumedFrom";
    static final String BY = "resumedBy";
    static final String REQUESTER = "requester";

    /** Names in a run's data that only the server sets. */
    static final Set<String> RESERVED = Set.of(Checkpoint.NAME, FROM, BY, REQUESTER);

    private final Ledger ledger;
    private final TaskRecords records;
    private final Tasks tasks;
    private final TransactionRunner transactions;

    Resumption(Ledger ledger, TaskRecords records, Tasks tasks, TransactionRunner transactions) {
        this.ledger = ledger;
        this.records = records;
        this.tasks = tasks;
        this.transactions = transactions;
    }

    /**
     * @param newId null to generate an id
     * @param budgetUsd the budget of the stopped and the new run together; null for that of the stopped run
     * @param tier the tier to go on at; null for the one that was reached
     */
    public Task resume(String id, String newId, BigDecimal budgetUsd, String tier, Actor actor) {
        return transactions.inTransaction(() -> {
            Task stopped = ledger.lock(id).orElseThrow(() -> new TaskNotFound(id));
            Editors.refuseOthers(stopped, actor, "resume it");
            Checkpoint checkpoint = requireResumable(stopped);
            BigDecimal budget = budgetUsd == null ? checkpoint.budget().limit() : budgetUsd;
            requireBudget(id, checkpoint.budget().spent(), budget);
            NewTask newTask = newTask(stopped, newId, budget, actor);
            Task run = tasks.create(stopped.lifecycle(), newTask, Actor.SYSTEM, actor.id());
            replay(run, stopped.id(), checkpoint, actor);
            if (tier != null) {
                startAtTier(run, tier);
            }
            link(stopped, run, actor);
            return run;
        });
    }

    private static Checkpoint requireResumable(Task task) {
        Checkpoint checkpoint = Checkpoint.find(task)
                .filter(Checkpoint::isStopped)
                .orElseThrow(() -> new Refusal(
                        Reason.CONFLICT,
                        "state",
                        "Task " + task.id() + " is in '" + task.state() + "': only a stopped run can be resumed"));
        if (task.data().has(BY)) {
            String newer = task.data().get(BY).textValue();
            throw new Refusal(
                    Reason.CONFLICT, BY, "Task " + task.id() + " was resumed already: " + newer + " goes on from it");
        }
        return checkpoint;
    }

    private static void requireBudget(String id, BigDecimal cost, BigDecimal budget) {
        if (cost.compareTo(budget) > 0) {
            throw new Refusal(
                    Reason.INVALID,
                    "budgetUsd",
                    "Task " + id + " has cost " + cost.toPlainString() + " USD already, more than the "
                            + budget.toPlainString() + " USD it may: send a budgetUsd of at least "
                            + cost.toPlainString());
        }
    }

    private static NewTask newTask(Task stopped, String newId, BigDecimal budget, Actor actor) {
        ObjectNode data = stopped.data().deepCopy();
        data.remove(RESERVED);
        data.put(FROM, stopped.id()).put(REQUESTER, actor.id()).put("budgetUsd", budget);
        return new NewTask(newId, stopped.title(), stopped.priority(), stopped.maxAttempts(), List.of(), data);
    }

    private void startAtTier(Task run, String tier) {
        Checkpoint checkpoint = Checkpoint.of(run);
        List<String> tiers = checkpoint.settings().tiers();
        if (!tiers.contains(tier)) {
            throw new Refusal(
                    Reason.INVALID, "tier", "There is no tier '" + tier + "'; there are " + String.join(", ", tiers));
        }
        checkpoint.startAtTier(tier);
        ledger.update(run);
    }

    private void replay(Task run, String stopped, Checkpoint checkpoint, Actor actor) {
        RunClassification classification = checkpoint.classification();
        ObjectNode classified = Json.object().put("intent", classification.intent());
        move(run, "classified", classified.set("confidence", classification.confidence()), actor);
        move(run, "route", Json.object().put("pipeline", checkpoint.pipeline()), actor);
        Map<String, JsonNode> outputs = PhaseOutputs.newest(records, stopped);
        for (Phase phase :
                checkpoint.phases().list().subList(0, checkpoint.phases().done())) {
            ObjectNode done = Json.object().put("costUsd", 0);
            move(run, "phase-succeeded", done.set("output", outputs.get(phase.name())), actor);
        }
    }

    private void move(Task run, String trigger, ObjectNode payload, Actor actor) {
        tasks.move(run, new MoveRequest(trigger, null, payload, null, actor.id(), null), Actor.SYSTEM);
    }

    private void link(Task stopped, Task run, Actor actor) {
        stopped.data().put(BY, run.id());
        ObjectNode link = Json.object().put(BY, run.id());
        ledger.update(stopped, List.of(new TaskRecord("resumptions", 0, run.createdAt(), actor.id(), link)));
    }
}
