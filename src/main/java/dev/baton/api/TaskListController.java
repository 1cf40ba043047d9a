package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.ledger.PageCursor;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskFilter;
import dev.baton.ledger.TaskQueries;
import dev.baton.metrics.ActiveTasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Finds and counts tasks. */
@RestController
@RequestMapping("/api/tasks")
@Tag(name = "Tasks")
class TaskListController {

    record TaskPage(List<TaskView> tasks, @Nullable String next) {}

    /** @param atLeast whether there are more: counts by other criteria than lifecycle, state and end stop at 10,000 */
    record TaskCount(long count, int maxActive, boolean atLeast) {}

    /** The parameters by which tasks are found, for the description of the API; {@link TaskListRequests} reads them. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @Parameter(in = ParameterIn.QUERY, name = "lifecycle", schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "state",
            description = "any of several",
            array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(in = ParameterIn.QUERY, name = "active", schema = @Schema(type = "boolean"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "assignee",
            description = "one of the task's assignees",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "waitingFor",
            description = "somebody with an open review, approval or other user task",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "mine",
            description = "assigned to me, or waits for me",
            schema = @Schema(type = "boolean"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "flag",
            description = "all of several",
            array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(in = ParameterIn.QUERY, name = "createdBy", schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "parent",
            description = "the id of the task that it is a subtask of",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "topic",
            description = "waits for a worker of the topic",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "blockedBy",
            description = "the id of a task that it waits for",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "q",
            description = "part of the title or id",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "abandoned",
            description = "abandoned tasks too",
            schema = @Schema(type = "boolean"))
    @interface Filters {}

    private final TaskQueries queries;
    private final TaskViews views;
    private final TaskListRequests requests;
    private final ActiveTasks activeTasks;

    TaskListController(TaskQueries queries, TaskViews views, TaskListRequests requests, ActiveTasks activeTasks) {
        this.queries = queries;
        this.views = views;
        this.requests = requests;
        this.activeTasks = activeTasks;
    }

    @GetMapping
    @Filters
    @Parameter(
            in = ParameterIn.QUERY,
            name = "sort",
            schema =
                    @Schema(
                            type = "string",
                            defaultValue = "created",
                            allowableValues = {"created", "priority", "updated", "entered"}))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "view",
            schema =
                    @Schema(
                            type = "string",
                            defaultValue = "summary",
                            allowableValues = {"summary", "full"}))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "limit",
            schema = @Schema(type = "integer", format = "int32", minimum = "1", maximum = "500", defaultValue = "50"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "after",
            description = "`next` of the page before",
            schema = @Schema(type = "string"))
    @Operation(operationId = "findTasks", summary = "Find tasks, page by page; oldest first unless sorted otherwise")
    TaskPage list(
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> parameters,
            @AuthenticationPrincipal Actor actor) {
        TaskListRequests.ListRequest request = requests.list(parameters, actor);
        Page<Task> page = Page.of(
                queries.list(request.filter(), request.sort(), request.after(), request.limit() + 1), request.limit());
        return new TaskPage(
                views.list(page.items(), request.view()),
                page.next(last -> PageCursor.behind(last, request.sort()).toString()));
    }

    @GetMapping("/count")
    @Filters
    @Operation(operationId = "countTasks", summary = "Count tasks")
    TaskCount count(
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> parameters,
            @AuthenticationPrincipal Actor actor) {
        TaskFilter filter = requests.count(parameters, actor);
        TaskQueries.Counted counted = queries.count(filter);
        return new TaskCount(counted.tasks(), activeTasks.limit(), counted.atLeast());
    }
}
