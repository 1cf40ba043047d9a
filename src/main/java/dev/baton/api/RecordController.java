package dev.baton.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Actor;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecord;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.BlindRecords;
import dev.baton.move.Tasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/tasks/{id}/records")
@Tag(name = "Tasks")
class RecordController {

    record RecordPage(List<ObjectNode> records, @Nullable Integer next) {}

    private final Tasks tasks;
    private final TaskRecords records;
    private final BlindRecords blind;

    RecordController(Tasks tasks, TaskRecords records, BlindRecords blind) {
        this.tasks = tasks;
        this.records = records;
        this.blind = blind;
    }

    @GetMapping("/{name}")
    @Operation(
            operationId = "listRecords",
            summary =
                    "Page through a list that grows with a task, such as its reviews or messages, oldest first; one that the task does not have is empty")
    RecordPage list(
            @PathVariable String id,
            @PathVariable String name,
            @RequestParam(defaultValue = "0") @Min(0) int after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(500) int limit,
            @AuthenticationPrincipal Actor actor) {
        Task task = tasks.get(id);
        Page<TaskRecord> page = Page.of(records.list(id, name, after, limit + 1), limit);
        return new RecordPage(
                page.items().stream()
                        .filter(blind.visibleTo(actor, task))
                        .map(TaskRecords::view)
                        .toList(),
                page.next(TaskRecord::number));
    }
}
