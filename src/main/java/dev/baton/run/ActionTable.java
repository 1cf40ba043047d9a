package dev.baton.run;

import dev.baton.core.Actor;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.deployment.DecisionTables;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.json.Json;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.Exit;
import dev.baton.lifecycle.Lifecycle;
import dev.baton.policy.Policy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Which actions need an approval: what the decision says that the diagram names with {@code actions} on a trigger. */
@Component
class ActionTable {

    private final DecisionTables tables;
    private final Lifecycles lifecycles;
    private final Policy policy;

    ActionTable(DecisionTables tables, Lifecycles lifecycles, Policy policy) {
        this.tables = tables;
        this.lifecycles = lifecycles;
        this.policy = policy;
    }

    /** The trigger that an action takes which needs an approval. */
    String trigger(Task task) {
        return exit(task).map(Exit::trigger).orElse(RunReports.REQUEST_APPROVAL);
    }

    boolean needsApproval(Task task, String action, String risk, Actor actor) {
        Map<String, Object> values = values(task, action, risk, actor);
        Map<String, Object> answer = exit(task)
                .map(exit -> tables.decide(task.definitionId(), decision(task, exit), values))
                .orElseGet(() -> tables.decideAsShipped("governed", "approval-needed", values));
        if (answer.size() != 1 || !(answer.values().iterator().next() instanceof Boolean needed)) {
            throw new Refusal(
                    Reason.INVALID,
                    "risk",
                    "The decision table for actions of '" + task.lifecycle() + "' has to answer true or false for '"
                            + risk + "'");
        }
        return needed;
    }

    /** Empty in diagrams from before there was such a word; tasks of these follow the shipped table. */
    private Optional<Exit> exit(Task task) {
        return lifecycle(task).exits(task.state()).stream()
                .filter(exit -> decision(task, exit) != null)
                .findFirst();
    }

    private String decision(Task task, Exit exit) {
        return lifecycle(task).words(exit.element()).actions();
    }

    private Lifecycle lifecycle(Task task) {
        return lifecycles.of(task.definitionId()).lifecycle();
    }

    private Map<String, Object> values(Task task, String action, String risk, Actor actor) {
        Map<String, Object> data = new HashMap<>(Json.map(task.data()));
        data.put("id", task.id());
        data.put("state", task.state());
        data.put("title", task.title());
        data.put("priority", task.priority());
        data.put("assignee", task.assignee());
        return Map.of(
                "task", data,
                "payload", Map.of("action", action, "risk", risk),
                "actor", Map.of("id", actor.id(), "groups", List.copyOf(actor.groups())),
                "policy", policy.values());
    }
}
