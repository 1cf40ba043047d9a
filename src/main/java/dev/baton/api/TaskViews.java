package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.dependency.Dependencies;
import dev.baton.task.Records;
import dev.baton.task.Task;
import dev.baton.task.Tasks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Puts together what callers see of a task. */
@Component
class TaskViews {

    private final Tasks tasks;
    private final Dependencies dependencies;
    private final Records records;

    TaskViews(Tasks tasks, Dependencies dependencies, Records records) {
        this.tasks = tasks;
        this.dependencies = dependencies;
        this.records = records;
    }

    /** With the newest entries of the lists that grow with the task. */
    TaskView whole(Task task) {
        return of(List.of(task), records::with).get(0);
    }

    TaskView of(Task task) {
        return of(List.of(task)).get(0);
    }

    List<TaskView> of(List<Task> many) {
        return of(many, Task::data);
    }

    private List<TaskView> of(List<Task> many, Function<Task, JsonNode> data) {
        Map<String, List<Dependencies.Blocker>> blockers =
                dependencies.blockers(many.stream().map(Task::id).toList());
        return many.stream()
                .map(task -> TaskView.of(
                        task, data.apply(task), tasks.allowed(task), blockers.getOrDefault(task.id(), List.of())))
                .toList();
    }
}
