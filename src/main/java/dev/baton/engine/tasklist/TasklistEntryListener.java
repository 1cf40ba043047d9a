package dev.baton.engine.tasklist;

import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import dev.baton.engine.token.TasklistEntry;
import dev.baton.engine.token.TokenMove;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.TaskListener;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.task.TaskDefinition;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Sets name, priority and due date of a new user task, unless the diagram does. */
public final class TasklistEntryListener implements TaskListener {

    private static final int MAX_NAME = 255;

    private static final Pattern REORDERING = Pattern.compile("[\\u202A-\\u202E\\u2066-\\u2069]");

    private final CurrentMoves moves;
    private final TaskDefinition definition;

    public TasklistEntryListener(CurrentMoves moves, TaskDefinition definition) {
        this.moves = moves;
        this.definition = definition;
    }

    @Override
    public void notify(DelegateTask task) {
        ExecutionEntity execution = (ExecutionEntity) task.getExecution();
        TokenMove move = moves.of(new ExecutionToken(execution));
        TasklistEntry entry = move.tasklistEntry();
        task.setName(name(entry.title(), task.getName()));
        if (definition.getPriorityExpression() == null) {
            task.setPriority(entry.priority());
        }
        Optional<Instant> timer = due(execution);
        if (timer.isEmpty() && task.getDueDate() != null) {
            move.isDue(task.getDueDate().toInstant());
        }
        timer.ifPresent(due -> {
            if (task.getDueDate() == null) {
                task.setDueDate(Date.from(due));
            }
            if (task.getFollowUpDate() == null) {
                task.setFollowUpDate(Date.from(halfway(due)));
            }
        });
    }

    /** Appends the state to the title, unless the diagram's name contains the title already. */
    static String name(String title, String state) {
        return shown(inOrder(title), state == null ? null : inOrder(state));
    }

    /** Without the characters that would turn the order of what follows: the state comes after the title. */
    private static String inOrder(String text) {
        return REORDERING.matcher(text).replaceAll("");
    }

    private static String shown(String title, String state) {
        if (state != null && state.contains(title)) {
            return state.length() > MAX_NAME ? cut(state, MAX_NAME - 1) + "…" : state;
        }
        String ending = state == null || state.isBlank() ? "" : ": " + words(state);
        int available = MAX_NAME - ending.length();
        return (title.length() > available ? cut(title, available - 1) + "…" : title) + ending;
    }

    /** A state's name as people write it: NEEDS_APPROVAL is "needs approval". */
    private static String words(String state) {
        String words = state.replace('_', ' ');
        return words.equals(words.toUpperCase(Locale.ROOT)) ? words.toLowerCase(Locale.ROOT) : words;
    }

    /** The name of a user task after its title has changed. */
    public static String renamed(String name, String titleBefore, String titleNow) {
        String before = inOrder(titleBefore);
        String title = inOrder(titleNow);
        int start = name.startsWith(before)
                ? 0
                : name.endsWith(before) ? name.length() - before.length() : name.indexOf(before);
        int end = start + before.length();
        if (start < 0) { // the name has only the beginning of the title, and an ellipsis
            int ellipsis = name.indexOf('…');
            if (ellipsis < 0) {
                return name;
            }
            start = 0;
            while (start < ellipsis && !before.startsWith(name.substring(start, ellipsis))) {
                start++;
            }
            end = ellipsis + 1;
        }
        int available = MAX_NAME - (name.length() - (end - start));
        String shown = title.length() > available ? cut(title, available - 1) + "…" : title;
        return name.substring(0, start) + shown + name.substring(end);
    }

    private static String cut(String title, int length) {
        return title.substring(0, Character.isHighSurrogate(title.charAt(length - 1)) ? length - 1 : length);
    }

    private static Instant halfway(Instant due) {
        Instant now = ClockUtil.getCurrentTime().toInstant();
        return now.plus(Duration.between(now, due).dividedBy(2));
    }

    /** The next timer on the state; for a multi-instance task it belongs to a parent execution. */
    private static Optional<Instant> due(ExecutionEntity execution) {
        return Stream.iterate(execution, e -> e != null && !e.isProcessInstanceExecution(), ExecutionEntity::getParent)
                .flatMap(e -> e.getJobs().stream())
                .filter(TimerEntity.class::isInstance)
                .map(job -> job.getDuedate().toInstant())
                .min(Comparator.naturalOrder());
    }
}
