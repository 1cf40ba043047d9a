package dev.baton.api;

import dev.baton.dependency.Dependencies;
import dev.baton.task.Task;
import dev.baton.task.Tasks;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Puts together what callers see of a task. */
@Component
class TaskViews {

    private final Tasks tasks;
    private final Dependencies dependencies;

    TaskViews(Tasks tasks, Dependencies dependencies) {
        this.tasks = tasks;
        this.dependencies = dependencies;
    }

    TaskView of(Task task) {
        return of(List.of(task)).get(0);
    }

    List<TaskView> of(List<Task> many) {
        Map<String, List<Dependencies.Blocker>> blockers =
                dependencies.blockers(many.stream().map(Task::id).toList());
        return many.stream()
                .map(task -> TaskView.of(task, tasks.allowed(task), blockers.getOrDefault(task.id(), List.of())))
                .toList();
    }
}
