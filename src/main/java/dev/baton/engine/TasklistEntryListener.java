package dev.baton.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Stream;
import org.camunda.bpm.engine.delegate.DelegateTask;
import org.camunda.bpm.engine.delegate.TaskListener;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TimerEntity;
import org.camunda.bpm.engine.impl.task.TaskDefinition;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Tells people in Tasklist what a user task is about and by when, as far as the diagram does not say it itself. */
final class TasklistEntryListener implements TaskListener {

    private static final int NAME = 255;
    /** Tasklist puts high numbers first and Baton low ones; 50 is what Camunda takes for ordinary. */
    private static final int ORDINARY = 50;

    private static final int BATON_ORDINARY = 100;

    private final CurrentMoves moves;
    private final TaskDefinition definition;

    TasklistEntryListener(CurrentMoves moves, TaskDefinition definition) {
        this.moves = moves;
        this.definition = definition;
    }

    @Override
    public void notify(DelegateTask task) {
        ExecutionEntity execution = (ExecutionEntity) task.getExecution();
        TasklistEntry card = moves.of(new ExecutionToken(execution)).card();
        task.setName(name(card.title(), task.getName()));
        if (definition.getPriorityExpression() == null) {
            task.setPriority(priority(card.priority()));
        }
        due(execution).ifPresent(due -> {
            if (task.getDueDate() == null) {
                task.setDueDate(Date.from(due));
            }
            if (task.getFollowUpDate() == null) {
                task.setFollowUpDate(Date.from(halfway(due)));
            }
        });
    }

    /** A diagram that names the task itself has put the title where it likes. */
    static String name(String title, String state) {
        if (state != null && state.contains(title)) {
            return state.length() > NAME ? cut(state, NAME - 1) + "…" : state;
        }
        String ending = state == null || state.isBlank() ? "" : ": " + state.replace('_', ' ');
        int room = NAME - ending.length();
        return (title.length() > room ? cut(title, room - 1) + "…" : title) + ending;
    }

    private static String cut(String title, int length) {
        return title.substring(0, Character.isHighSurrogate(title.charAt(length - 1)) ? length - 1 : length);
    }

    static int priority(int baton) {
        long tasklist = (long) ORDINARY + BATON_ORDINARY - baton;
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, tasklist));
    }

    private static Instant halfway(Instant due) {
        Instant now = ClockUtil.getCurrentTime().toInstant();
        return now.plus(Duration.between(now, due).dividedBy(2));
    }

    /** The next timer on the state; with several people at once it hangs on what surrounds their tasks. */
    private static Optional<Instant> due(ExecutionEntity execution) {
        return Stream.iterate(execution, e -> e != null && !e.isProcessInstanceExecution(), ExecutionEntity::getParent)
                .flatMap(e -> e.getJobs().stream())
                .filter(TimerEntity.class::isInstance)
                .map(job -> job.getDuedate().toInstant())
                .min(Comparator.naturalOrder());
    }
}
