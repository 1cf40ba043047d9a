package dev.baton.benchmark;

import dev.baton.benchmark.FloorTasks.FloorTask;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The calls of the floor. The profile keeps it out of the servers of the tests, which scan this package. */
@RestController
@Profile(FloorApplication.PROFILE)
class FloorController {

    record NewTask(String title) {}

    record Claim(String worker) {}

    record Result(String result) {}

    private final FloorTasks tasks;

    FloorController(FloorTasks tasks) {
        this.tasks = tasks;
    }

    @GetMapping("/ready")
    String ready() {
        return "ready";
    }

    @PostMapping("/tasks")
    @ResponseStatus(HttpStatus.CREATED)
    FloorTask create(@RequestBody NewTask task) {
        return tasks.create(task.title());
    }

    @PostMapping("/claims")
    ResponseEntity<FloorTask> claim(@RequestBody Claim claim) {
        return tasks.claimNext(claim.worker())
                .map(ResponseEntity::ok)
                .orElse(ResponseEntity.noContent().build());
    }

    @PostMapping("/tasks/{id}/start")
    FloorTask start(@PathVariable String id) {
        return tasks.move(id, "claimed", "in_progress", null);
    }

    @PostMapping("/tasks/{id}/complete")
    FloorTask complete(@PathVariable String id, @RequestBody Result result) {
        return tasks.move(id, "in_progress", "completed", result.result());
    }
}
