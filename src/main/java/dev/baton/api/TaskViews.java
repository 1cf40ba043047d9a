package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.dependency.Dependencies;
import dev.baton.ledger.DataViewContributor;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.Tasks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Puts together what callers see of a task. */
@Component
class TaskViews {

    private final Tasks tasks;
    private final Dependencies dependencies;
    private final TaskRecords records;
    private final List<DataViewContributor> contributors;

    TaskViews(Tasks tasks, Dependencies dependencies, TaskRecords records, List<DataViewContributor> contributors) {
        this.tasks = tasks;
        this.dependencies = dependencies;
        this.records = records;
        this.contributors = contributors;
    }

    /** With the newest entries of the lists that grow with the task. */
    TaskView whole(Task task) {
        return of(List.of(task), t -> view(records.dataWithRecords(t), true)).get(0);
    }

    TaskView of(Task task) {
        return of(List.of(task)).get(0);
    }

    List<TaskView> of(List<Task> many) {
        return of(many, task -> view(task.data().deepCopy(), false));
    }

    private JsonNode view(ObjectNode data, boolean withRecords) {
        contributors.forEach(contributor -> contributor.contribute(data, withRecords));
        return data;
    }

    private List<TaskView> of(List<Task> many, Function<Task, JsonNode> data) {
        Map<String, List<Dependencies.Blocker>> blockers = dependencies.blockers(many.stream()
                .filter(task -> !Boolean.FALSE.equals(task.dependent()))
                .map(Task::id)
                .toList());
        return many.stream()
                .map(task -> TaskView.of(
                        task, data.apply(task), tasks.allowed(task), blockers.getOrDefault(task.id(), List.of())))
                .toList();
    }
}
