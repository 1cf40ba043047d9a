package dev.baton.subtask;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Fault;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.Json;
import dev.baton.ledger.Edits;
import dev.baton.ledger.Task;
import dev.baton.lifecycle.State;
import dev.baton.message.MessageSent;
import dev.baton.message.TaskMessage;
import dev.baton.message.TaskMessages;
import dev.baton.move.Move;
import dev.baton.move.MoveExtensions;
import dev.baton.move.NewTask;
import dev.baton.move.SubtaskStarter;
import dev.baton.move.Tasks;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * Creates the children of a task in a call activity: one, or one for each entry of a list. The actor of the move creates them,
 * so the guard on the start event of their lifecycle applies.
 */
@Component
class StartSubtasks implements SubtaskStarter {

    private static final int MAX_CHILDREN = 200;
    private static final int MAX_DEPTH = 8;

    private final Tasks tasks;
    private final Subtasks subtasks;
    private final ApplicationEventPublisher events;

    StartSubtasks(Tasks tasks, Subtasks subtasks, ApplicationEventPublisher events, MoveExtensions moves) {
        this.tasks = tasks;
        this.subtasks = subtasks;
        this.events = events;
        moves.register(this);
    }

    @Override
    public void start(Move parent, State.Subtasks call) {
        List<NewTask> children = call.list() == null
                ? List.of(child(parent, call, Json.object()))
                : entries(parent, call).stream()
                        .map(entry -> child(parent, call, entry))
                        .toList();
        refuseDepth(parent);
        CreationLimit.check(parent, children.size());
        List<String> ids = create(parent, call, children);
        Task task = parent.task();
        task.addChildren(ids.size());
        if (ids.isEmpty()) { // nothing to wait for: the server moves it on after the commit
            parent.sendAfterwards(TaskMessages.insert(new TaskMessage(
                    ContinueParent.KIND, task.id(), task.id(), null, Json.object(), null, parent.hops() + 1)));
            events.publishEvent(new MessageSent());
        }
        parent.recordEdit(Json.object().set("children", Edits.change(List.of(), ids)));
    }

    private List<String> create(Move parent, State.Subtasks call, List<NewTask> children) {
        List<String> ids = new ArrayList<>();
        children.forEach(child ->
                ids.add(tasks.create(call.lifecycle(), child, parent.actor()).id()));
        return ids;
    }

    private static List<JsonNode> entries(Move parent, State.Subtasks call) {
        JsonNode list = parent.task().data().path(call.list());
        if (!list.isArray() || list.size() > MAX_CHILDREN) {
            throw refusal(
                    parent,
                    call.list(),
                    "'" + call.list() + "' in the task's data has to be a list of at most " + MAX_CHILDREN
                            + " entries, one for each child");
        }
        List<JsonNode> entries = new ArrayList<>();
        list.forEach(entries::add);
        return entries;
    }

    /** An entry that is an object is the child's data, with title and priority; any other is the child's title. */
    private static NewTask child(Move parent, State.Subtasks call, JsonNode entry) {
        Task task = parent.task();
        ObjectNode data = entry instanceof ObjectNode object ? object.deepCopy() : Json.object();
        JsonNode title = entry.isObject() ? data.remove("title") : entry;
        JsonNode priority = data.remove("priority");
        call.gives().stream()
                .filter(name -> task.data().hasNonNull(name))
                .forEach(name -> data.set(name, task.data().get(name)));
        String text = title == null || title.asText().isBlank() ? task.title() : title.asText();
        return new NewTask(
                text.length() > NewTask.MAX_TITLE ? text.substring(0, NewTask.MAX_TITLE) : text,
                priority != null && priority.canConvertToInt() ? priority.intValue() : task.priority(),
                data,
                new NewTask.Parent(task.id(), task.lastEntryNumber(), parent));
    }

    private void refuseDepth(Move parent) {
        int depth = 1;
        for (String id = parent.task().parentId(); id != null && depth <= MAX_DEPTH; id = subtasks.parent(id)) {
            depth++;
        }
        if (depth > MAX_DEPTH) {
            throw refusal(parent, "children", "subtasks can have subtasks, but not more than " + MAX_DEPTH + " deep");
        }
    }

    static Refusal refusal(Move parent, String field, String message) {
        return parent.refusal(Reason.INVALID, List.of(new Fault(field, message)));
    }
}
