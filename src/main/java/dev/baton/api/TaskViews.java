package dev.baton.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.claim.Heartbeats;
import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.dependency.Dependencies;
import dev.baton.json.Json;
import dev.baton.ledger.DataViewContributor;
import dev.baton.ledger.NextStep;
import dev.baton.ledger.Task;
import dev.baton.ledger.TaskRecords;
import dev.baton.move.BlindRecords;
import dev.baton.move.Tasks;
import dev.baton.subtask.Subtasks;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Builds the API's view of tasks. */
@Component
class TaskViews {

    /** Texts in a summary are no longer than this. */
    private static final int SHORT = 200;

    /** Each of them can be as large as the rest of the task. */
    private static final Set<String> LARGE_RECORDS = Set.of("snapshots", "outputs");

    private static final int FEW_RECORDS = 10;
    private static final int MANY_RECORDS = 100;

    private final Tasks tasks;
    private final Dependencies dependencies;
    private final Subtasks subtasks;
    private final TaskRecords records;
    private final BlindRecords blind;
    private final List<DataViewContributor> contributors;
    private final List<NextStep> nextSteps;

    TaskViews(
            Tasks tasks,
            Dependencies dependencies,
            Subtasks subtasks,
            TaskRecords records,
            BlindRecords blind,
            List<DataViewContributor> contributors,
            List<NextStep> nextSteps) {
        this.tasks = tasks;
        this.dependencies = dependencies;
        this.subtasks = subtasks;
        this.records = records;
        this.blind = blind;
        this.contributors = contributors;
        this.nextSteps = nextSteps;
    }

    /** How much of a task callers see. */
    enum View {
        /** Of its data only the short plain values, and the last heartbeat of who has it. */
        SUMMARY,
        /** All of its data, with the newest records. */
        FULL;

        /** @param text of the query parameter {@code view}; null if there is none */
        static View of(String text, View usual) {
            if (text == null) {
                return usual;
            }
            return Arrays.stream(values())
                    .filter(view -> EnumNames.lower(view).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new BadRequest(List.of(new Fault(
                            "view",
                            QueryParameters.unknown(
                                    text,
                                    Arrays.stream(values())
                                            .map(EnumNames::lower)
                                            .toList())))));
        }
    }

    /** @param view null for all data and a few records */
    TaskView one(Task task, View view, Actor reader) {
        if (view == View.SUMMARY) {
            return summary(task);
        }
        return view == View.FULL
                ? whole(task, MANY_RECORDS, Set.of(), reader)
                : whole(task, FEW_RECORDS, LARGE_RECORDS, reader);
    }

    private TaskView whole(Task task, int most, Set<String> without, Actor reader) {
        return of(List.of(task), t -> view(records.dataWithRecords(t, most, without, blind.visibleTo(reader, t)), true))
                .get(0);
    }

    /** All data without the records. */
    TaskView of(Task task) {
        return of(List.of(task), t -> view(t.data().deepCopy(), false)).get(0);
    }

    TaskView summary(Task task) {
        return list(List.of(task), View.SUMMARY).get(0);
    }

    List<TaskView> list(List<Task> many, View view) {
        return of(many, task -> view == View.FULL ? view(task.data().deepCopy(), false) : plainValues(task));
    }

    private static ObjectNode plainValues(Task task) {
        ObjectNode plain = Json.object();
        currentHeartbeat(task).ifPresent(beat -> plain.set(Heartbeats.FIELD, beat));
        task.data().fields().forEachRemaining(field -> {
            JsonNode value = field.getValue();
            if (value.isValueNode() && (!value.isTextual() || value.textValue().length() <= SHORT)) {
                plain.set(field.getKey(), value);
            }
        });
        return plain;
    }

    /** The last heartbeat of the worker who has the task now, with a shortened note. */
    private static Optional<ObjectNode> currentHeartbeat(Task task) {
        JsonNode beat = task.data().path(Heartbeats.FIELD);
        if (task.lease() == null
                || task.claimedAt() == null
                || !beat.has("at")
                || Instant.parse(beat.get("at").asText()).isBefore(task.claimedAt())) {
            return Optional.empty();
        }
        ObjectNode shown = beat.deepCopy();
        String note = beat.path("note").asText();
        return Optional.of(note.length() > SHORT ? shown.put("note", note.substring(0, SHORT - 1) + "…") : shown);
    }

    private ObjectNode view(ObjectNode data, boolean withRecords) {
        data.remove(Task.ABANDONMENT);
        contributors.forEach(contributor -> contributor.contribute(data, withRecords));
        return data;
    }

    private List<TaskView> of(List<Task> many, Function<Task, ObjectNode> data) {
        Map<String, List<Dependencies.Blocker>> blockers = dependencies.blockers(many.stream()
                .filter(task -> !Boolean.FALSE.equals(task.dependent()))
                .map(Task::id)
                .toList());
        Map<String, List<Subtasks.Child>> children = subtasks.ofParents(
                many.stream().filter(task -> task.children() > 0).map(Task::id).toList());
        return many.stream()
                .map(task -> TaskView.of(
                        task,
                        data.apply(task),
                        nextStep(task),
                        tasks.allowed(task),
                        blockers.getOrDefault(task.id(), List.of()),
                        children.getOrDefault(task.id(), List.of())))
                .toList();
    }

    private Map<String, JsonNode> nextStep(Task task) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        nextSteps.forEach(nextStep -> fields.putAll(nextStep.of(task)));
        return fields;
    }
}
