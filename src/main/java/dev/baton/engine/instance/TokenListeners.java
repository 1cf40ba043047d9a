package dev.baton.engine.instance;

import dev.baton.core.Refusal;
import dev.baton.engine.diagram.Lanes;
import dev.baton.engine.expression.NoForeignCode;
import dev.baton.engine.tasklist.TasklistEntryListener;
import dev.baton.engine.tasklist.TasklistForms;
import dev.baton.engine.timer.CheckedTimer;
import dev.baton.engine.timer.LeaseTimers;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.ExecutionToken;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.Token;
import dev.baton.engine.token.TokenMove;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;
import org.camunda.bpm.engine.delegate.TaskListener;
import org.camunda.bpm.engine.impl.bpmn.behavior.ExclusiveGatewayActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.ExternalTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.behavior.UserTaskActivityBehavior;
import org.camunda.bpm.engine.impl.bpmn.parser.AbstractBpmnParseListener;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParse;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParseUtil;
import org.camunda.bpm.engine.impl.migration.validation.activity.SupportedActivityValidator;
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
 * Attaches listeners to every element of a diagram that notify the {@link TokenMove}, adds conditions to the named arrows of a
 * gateway that compare the name with the move's trigger, and replaces what the engine does at some elements. The listeners are
 * built-in ones, which callers can't ask the engine to skip.
 */
public final class TokenListeners extends AbstractBpmnParseListener {

    private final CurrentMoves moves;

    public TokenListeners(CurrentMoves moves) {
        this.moves = moves;
    }

    /** Lets tasks in our own behaviors migrate. The engine's list is static; several engines in one process share it. */
    public static void allowMigration() {
        synchronized (SupportedActivityValidator.SUPPORTED_ACTIVITY_BEHAVIORS) {
            Stream.of(SubtaskBehavior.class, ExternalWorkBehavior.class)
                    .filter(own -> !SupportedActivityValidator.SUPPORTED_ACTIVITY_BEHAVIORS.contains(own))
                    .forEach(SupportedActivityValidator.SUPPORTED_ACTIVITY_BEHAVIORS::add);
        }
    }

    @Override
    public void parseProcess(Element element, ProcessDefinitionEntity process) {
        process.addBuiltInListener(ExecutionListener.EVENTNAME_START, startListener(), 0);
        process.addBuiltInListener(ExecutionListener.EVENTNAME_END, listener(TokenMove::ends));
        CheckedTimer.replace(process);
        Lanes.offerUserTasks(element, process);
        process.getActivities().forEach(this::prepare);
        TasklistForms.setDefault(process);
    }

    @Override
    public void parseReceiveTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        LeaseTimers.read(element, activity);
    }

    @Override
    public void parseServiceTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        if (activity.getActivityBehavior() instanceof ExternalTaskActivityBehavior) {
            LeaseTimers.setLeased(activity);
        }
    }

    @Override
    public void parseBusinessRuleTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        DecisionBehavior.replaceDecision(element, activity, moves);
    }

    @Override
    public void parseBoundaryTimerEventDefinition(Element element, boolean interrupting, ActivityImpl boundary) {
        DateTimer.replaceAtState(element, boundary, moves);
        LeaseTimers.read(element, boundary, interrupting);
    }

    @Override
    public void parseIntermediateTimerEventDefinition(Element element, ActivityImpl event) {
        DateTimer.replaceWaiting(element, event, moves);
    }

    /** Sets the property taskName as the user task's name; in the diagram its name is the state. */
    @Override
    public void parseUserTask(Element element, ScopeImpl scope, ActivityImpl activity) {
        if (!(activity.getActivityBehavior() instanceof UserTaskActivityBehavior userTask)) {
            return;
        }
        TaskDefinition definition = userTask.getTaskDefinition();
        Map<String, String> properties = BpmnParseUtil.parseCamundaExtensionProperties(element);
        String name = properties == null ? null : properties.get("taskName");
        if (name != null && !name.isBlank()) {
            definition.setNameExpression(userTask.getExpressionManager().createExpression(name));
        }
        CheckedPeople.replace(activity.getId(), definition);
        definition.setDueDateExpression(CheckedTimer.ofDate(activity.getId(), definition.getDueDateExpression()));
        definition.setFollowUpDateExpression(
                CheckedTimer.ofDate(activity.getId(), definition.getFollowUpDateExpression()));
    }

    private void prepare(ActivityImpl activity) {
        replaceBehaviors(activity);
        boolean multiInstance = activity.getId().endsWith(BpmnParse.MULTI_INSTANCE_BODY_ID_SUFFIX);
        String element = activity.getId().replace(BpmnParse.MULTI_INSTANCE_BODY_ID_SUFFIX, "");
        addListeners(activity, element);
        if (activity.getActivityBehavior() instanceof SubtaskBehavior) {
            return; // the engine enters nothing inside of it
        }
        if (multiInstance) {
            PartsGuard.add(activity, element);
            activity.getActivities()
                    .forEach(inner -> addPartListeners(inner, (UserTaskActivityBehavior) inner.getActivityBehavior()));
        } else {
            activity.getActivities().forEach(this::prepare);
        }
    }

    private void replaceBehaviors(ActivityImpl activity) {
        LeaseTimers.takeOver(activity);
        ExternalWorkBehavior.replaceExternal(activity, moves);
        SubtaskBehavior.replaceCall(activity, moves);
        NoForeignCode.replaceBehavior(activity);
        CheckedTimer.replace(activity);
        activity.getOutgoingTransitions().forEach(arrow -> CheckedCondition.replace((TransitionImpl) arrow));
        if (activity.getActivityBehavior() instanceof ExclusiveGatewayActivityBehavior) {
            TriggerCondition.add(activity, moves);
        }
    }

    private void addListeners(ActivityImpl activity, String element) {
        activity.addBuiltInListener(ExecutionListener.EVENTNAME_START, listener((m, t) -> passes(m, t, element)), 0);
        activity.addBuiltInListener(ExecutionListener.EVENTNAME_END, listener((m, t) -> m.leaves(t, element)), 0);
        for (PvmTransition arrow : activity.getOutgoingTransitions()) {
            ((TransitionImpl) arrow)
                    .addBuiltInListener(
                            ExecutionListener.EVENTNAME_TAKE, listener((m, t) -> passes(m, t, arrow.getId())), 0);
        }
        if (activity.getActivityBehavior() instanceof UserTaskActivityBehavior userTask) {
            addUserTaskListeners(activity, userTask);
        }
    }

    private void addUserTaskListeners(ActivityImpl activity, UserTaskActivityBehavior userTask) {
        userTask.getTaskDefinition().addBuiltInTaskListener(TaskListener.EVENTNAME_CREATE, createListener());
        userTask.getTaskDefinition().addBuiltInTaskListener(TaskListener.EVENTNAME_ASSIGNMENT, assignmentListener());
        setUpTasklist(activity, userTask);
    }

    private void setUpTasklist(ActivityImpl activity, UserTaskActivityBehavior userTask) {
        TaskDefinition task = userTask.getTaskDefinition();
        task.addBuiltInTaskListener(TaskListener.EVENTNAME_CREATE, new TasklistEntryListener(moves, task));
        TasklistForms.setDefault(task);
        activity.addBuiltInListener(
                ExecutionListener.EVENTNAME_END, (ExecutionListener) TokenListeners::refuseOpenUserTask);
    }

    /** Built-in listeners run before the diagram's own, so what the guards refuse is not recorded. */
    private void addPartListeners(ActivityImpl activity, UserTaskActivityBehavior userTask) {
        TaskDefinition definition = userTask.getTaskDefinition();
        definition.addBuiltInTaskListener(TaskListener.EVENTNAME_CREATE, partListener(TokenMove::opens));
        definition.addBuiltInTaskListener(TaskListener.EVENTNAME_ASSIGNMENT, partListener(TokenMove::reassigns));
        definition.addBuiltInTaskListener(TaskListener.EVENTNAME_COMPLETE, partListener(TokenMove::completes));
        setUpTasklist(activity, userTask);
    }

    private TaskListener partListener(BiConsumer<TokenMove, TokenMove.Part> event) {
        return task -> {
            TokenMove move = moves.of(new ExecutionToken(task.getExecution()));
            MoveScope.current().reached(task.getTaskDefinitionKey());
            event.accept(move, new TokenMove.Part(task.getId(), task.getAssignee()));
        };
    }

    /** A signal would move the token out of a user task and leave the user task in Tasklist. */
    private static void refuseOpenUserTask(DelegateExecution execution) {
        if (!execution.isCanceled() && !((ExecutionEntity) execution).getTasks().isEmpty()) {
            throw new Refusal(
                    Refusal.Reason.CONFLICT,
                    "task",
                    "This waits for a person: complete the user task instead of a signal");
        }
    }

    private static void passes(TokenMove move, Token token, String element) {
        MoveScope.current().reached(element);
        move.passes(token, element);
    }

    private ExecutionListener startListener() {
        return execution -> moves.begin(new ExecutionToken(execution));
    }

    private ExecutionListener listener(BiConsumer<TokenMove, Token> event) {
        return execution -> {
            Token token = new ExecutionToken(execution);
            event.accept(moves.of(token), token);
        };
    }

    private TaskListener createListener() {
        return task -> moves.of(new ExecutionToken(task.getExecution())).waitsForPerson(task.getId());
    }

    /** Ignores new user tasks (revision 0), whose assignee comes from the diagram. */
    private TaskListener assignmentListener() {
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
