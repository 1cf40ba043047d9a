package dev.baton.engine;

import dev.baton.core.Refusal;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.TaskListener;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.impl.Condition;
import org.camunda.bpm.engine.impl.bpmn.behavior.ExclusiveGatewayActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.UserTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.parser.AbstractBpmnParseListener;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParseUtil;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.TaskEntity;
import org.camunda.bpm.engine.impl.pvm.PvmTransition;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.impl.pvm.process.ScopeImpl;
import org.camunda.bpm.engine.impl.pvm.process.TransitionImpl;
import org.camunda.bpm.engine.impl.task.TaskDefinition;
import org.camunda.bpm.engine.impl.util.xml.Element;

/**
 * Wires every element of a diagram to the {@link TokenMove} when the engine reads it, and gives the named arrows
 * of a gateway their condition: the trigger of the move under way. Listeners are built-in ones, which no caller can
 * ask the engine to skip.
 */
final class TokenListeners extends AbstractBpmnParseListener {

    private static final String MANY = "#multiInstanceBody";

    private final CurrentMoves moves;

    TokenListeners(CurrentMoves moves) {
        this.moves = moves;
    }

    @Override
    public void parseProcess(Element element, ProcessDefinitionEntity process) {
        process.addBuiltInListener(ExecutionListener.EVENTNAME_START, begins(), 0);
        process.addBuiltInListener(ExecutionListener.EVENTNAME_END, hears(TokenMove::ends));
        process.getActivities().forEach(this::activity);
        TasklistForms.offer(process);
    }

    @Override
    public void parseReceiveTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        LeaseTimers.read(element, activity);
    }

    @Override
    public void parseBoundaryTimerEventDefinition(Element element, boolean interrupting, ActivityImpl boundary) {
        LeaseTimers.read(element, boundary, interrupting);
    }

    /** The box is named as the state; in Tasklist the task is named as the property says, title and all. */
    @Override
    public void parseUserTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        Map<String, String> properties = BpmnParseUtil.parseCamundaExtensionProperties(element);
        String name = properties == null ? null : properties.get("taskName");
        if (name != null
                && !name.isBlank()
                && activity.getActivityBehavior() instanceof UserTaskActivityBehavior userTask) {
            userTask.getTaskDefinition()
                    .setNameExpression(userTask.getExpressionManager().createExpression(name));
        }
    }

    private void activity(ActivityImpl activity) {
        LeaseTimers.takeOver(activity);
        NoForeignCode.disarm(activity);
        boolean many = activity.getId().endsWith(MANY);
        String id = many ? activity.getId().substring(0, activity.getId().length() - MANY.length()) : activity.getId();
        activity.addBuiltInListener(ExecutionListener.EVENTNAME_START, hears((m, t) -> m.passes(t, id)), 0);
        activity.addBuiltInListener(ExecutionListener.EVENTNAME_END, hears((m, t) -> m.leaves(t, id)), 0);
        for (PvmTransition arrow : activity.getOutgoingTransitions()) {
            ((TransitionImpl) arrow)
                    .addBuiltInListener(
                            ExecutionListener.EVENTNAME_TAKE, hears((m, t) -> m.passes(t, arrow.getId())), 0);
        }
        if (activity.getActivityBehavior() instanceof ExclusiveGatewayActivityBehavior) {
            triggers(activity);
        }
        if (activity.getActivityBehavior() instanceof UserTaskActivityBehavior userTask) {
            person(activity, userTask);
        }
        if (many) {
            activity.getActivities()
                    .forEach(inner -> oneOfMany(inner, (UserTaskActivityBehavior) inner.getActivityBehavior()));
        } else {
            activity.getActivities().forEach(this::activity);
        }
    }

    private void person(ActivityImpl activity, UserTaskActivityBehavior userTask) {
        userTask.getTaskDefinition().addBuiltInTaskListener(TaskListener.EVENTNAME_CREATE, waits());
        userTask.getTaskDefinition().addBuiltInTaskListener(TaskListener.EVENTNAME_ASSIGNMENT, changesHands());
        shown(activity, userTask);
    }

    private void shown(ActivityImpl activity, UserTaskActivityBehavior userTask) {
        TaskDefinition task = userTask.getTaskDefinition();
        task.addBuiltInTaskListener(TaskListener.EVENTNAME_CREATE, new TasklistEntryListener(moves, task));
        TasklistForms.offer(task);
        activity.addBuiltInListener(ExecutionListener.EVENTNAME_END, (ExecutionListener) TokenListeners::completed);
    }

    /** Built-in listeners come before those of the diagram: what is not allowed is not recorded either. */
    private void oneOfMany(ActivityImpl activity, UserTaskActivityBehavior userTask) {
        TaskDefinition definition = userTask.getTaskDefinition();
        definition.addBuiltInTaskListener(TaskListener.EVENTNAME_CREATE, part(TokenMove::opens));
        definition.addBuiltInTaskListener(TaskListener.EVENTNAME_ASSIGNMENT, part(TokenMove::reassigns));
        definition.addBuiltInTaskListener(TaskListener.EVENTNAME_COMPLETE, part(TokenMove::completes));
        shown(activity, userTask);
    }

    private TaskListener part(BiConsumer<TokenMove, TokenMove.Part> event) {
        return task -> event.accept(
                moves.of(new ExecutionToken(task.getExecution())),
                new TokenMove.Part(task.getId(), task.getAssignee()));
    }

    /** A signal can push a token out of a user task and leave the task behind, in Tasklist for ever. */
    private static void completed(DelegateExecution execution) {
        if (!execution.isCanceled() && !((ExecutionEntity) execution).getTasks().isEmpty()) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT,
                    "task",
                    "This waits for a person: complete the user task instead of a signal");
        }
    }

    /** The engine allows no condition on an only arrow; a wrong trigger is then noticed when the state is left. */
    private void triggers(ActivityImpl gateway) {
        List<PvmTransition> arrows = gateway.getOutgoingTransitions();
        if (arrows.size() == 1) {
            return;
        }
        for (PvmTransition arrow : arrows) {
            String name = (String) arrow.getProperty("name");
            boolean named = name != null && !name.isBlank();
            boolean free = arrow.getProperty(BpmnParse.PROPERTYNAME_CONDITION) == null
                    && !arrow.getId().equals(gateway.getProperty("default"));
            if (named && free) {
                ((TransitionImpl) arrow)
                        .setProperty(BpmnParse.PROPERTYNAME_CONDITION, new TriggerIs(name.strip(), moves));
            }
        }
    }

    private record TriggerIs(String name, CurrentMoves moves) implements Condition {

        @Override
        public boolean evaluate(DelegateExecution execution) {
            return name.equals(moves.of(new ExecutionToken(execution)).trigger());
        }

        @Override
        public boolean evaluate(VariableScope scope, DelegateExecution execution) {
            return evaluate(execution);
        }

        @Override
        public boolean tryEvaluate(VariableScope scope, DelegateExecution execution) {
            return evaluate(execution);
        }
    }

    private ExecutionListener begins() {
        return execution -> moves.begin(new ExecutionToken(execution));
    }

    private ExecutionListener hears(BiConsumer<TokenMove, Token> step) {
        return execution -> {
            Token token = new ExecutionToken(execution);
            step.accept(moves.of(token), token);
        };
    }

    private TaskListener waits() {
        return task -> moves.of(new ExecutionToken(task.getExecution())).waitsForPerson(task.getId());
    }

    /** A new user task has revision 0: whom the diagram itself assigns it to is not asked about. */
    private TaskListener changesHands() {
        return task -> {
            TaskEntity userTask = (TaskEntity) task;
            if (userTask.getRevision() > 0) {
                String before =
                        userTask.getPropertyChanges().get(TaskEntity.ASSIGNEE).getOrgValueString();
                moves.of(new ExecutionToken(task.getExecution())).reassigns(before, task.getAssignee());
            }
        };
    }
}
