package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.internals.EngineField;
import java.util.List;
import java.util.Optional;
import org.camunda.bpm.engine.impl.cmd.AbstractPatchVariablesCmd;
import org.camunda.bpm.engine.impl.cmd.AbstractRemoveVariableCmd;
import org.camunda.bpm.engine.impl.cmd.AbstractSetJobsRetriesBatchCmd;
import org.camunda.bpm.engine.impl.cmd.AbstractSetVariableCmd;
import org.camunda.bpm.engine.impl.cmd.CreateAttachmentCmd;
import org.camunda.bpm.engine.impl.cmd.DelegateTaskCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteAttachmentCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteJobCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteJobsCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteProcessInstanceCommentCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteProcessInstancesCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteTaskCommentCmd;
import org.camunda.bpm.engine.impl.cmd.HandleTaskBpmnErrorCmd;
import org.camunda.bpm.engine.impl.cmd.HandleTaskEscalationCmd;
import org.camunda.bpm.engine.impl.cmd.PurgeDatabaseAndCacheCmd;
import org.camunda.bpm.engine.impl.cmd.RecalculateJobDuedateCmd;
import org.camunda.bpm.engine.impl.cmd.ResolveTaskCmd;
import org.camunda.bpm.engine.impl.cmd.SaveAttachmentCmd;
import org.camunda.bpm.engine.impl.cmd.SaveTaskCmd;
import org.camunda.bpm.engine.impl.cmd.SetJobDuedateCmd;
import org.camunda.bpm.engine.impl.cmd.SetJobRetriesCmd;
import org.camunda.bpm.engine.impl.cmd.SetTaskDescriptionCmd;
import org.camunda.bpm.engine.impl.cmd.SetTaskDueDateCmd;
import org.camunda.bpm.engine.impl.cmd.SetTaskFollowUpDateCmd;
import org.camunda.bpm.engine.impl.cmd.SetTaskNameCmd;
import org.camunda.bpm.engine.impl.cmd.SetTaskPriorityCmd;
import org.camunda.bpm.engine.impl.cmd.UpdateCommentCmd;
import org.camunda.bpm.engine.impl.cmd.UpdateProcessInstancesSuspendStateBatchCmd;
import org.camunda.bpm.engine.impl.cmd.batch.CorrelateAllMessageBatchCmd;
import org.camunda.bpm.engine.impl.cmd.batch.DeleteProcessInstanceBatchCmd;
import org.camunda.bpm.engine.impl.cmd.batch.variables.SetVariablesToProcessInstancesBatchCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Refuses commands of callers, including admins, that change a task without a move: no guard would be checked, and the history
 * would not show who did it.
 */
final class RefusedCommands extends CommandInterceptor {

    private record Group(String field, String message, List<Class<?>> commands) {

        boolean contains(Command<?> command) {
            return commands.stream().anyMatch(type -> type.isInstance(command));
        }
    }

    private static final Group TIMERS = new Group(
            "dueDate",
            "When a timer fires is up to the diagram: it is not moved or deleted by hand",
            List.of(DeleteJobCmd.class, DeleteJobsCmd.class, SetJobDuedateCmd.class, RecalculateJobDuedateCmd.class));

    private static final List<Group> GROUPS = List.of(
            new Group(
                    "task",
                    "A user task is claimed, assigned or completed. It is made by its diagram: it is not created, edited,"
                            + " delegated, resolved, escalated or deleted by hand",
                    List.of(
                            SaveTaskCmd.class,
                            DeleteTaskCmd.class,
                            DelegateTaskCmd.class,
                            ResolveTaskCmd.class,
                            HandleTaskEscalationCmd.class,
                            HandleTaskBpmnErrorCmd.class,
                            SetTaskNameCmd.class,
                            SetTaskDescriptionCmd.class,
                            SetTaskPriorityCmd.class,
                            SetTaskDueDateCmd.class,
                            SetTaskFollowUpDateCmd.class)),
            new Group(
                    "variables",
                    "A task's data comes with a move: send it with the signal, the message or the completed user task",
                    List.of(
                            AbstractSetVariableCmd.class,
                            AbstractRemoveVariableCmd.class,
                            AbstractPatchVariablesCmd.class,
                            SetVariablesToProcessInstancesBatchCmd.class)),
            new Group(
                    "attachment",
                    "A task has no attachments: documents come with a move",
                    List.of(CreateAttachmentCmd.class, SaveAttachmentCmd.class, DeleteAttachmentCmd.class)),
            new Group(
                    "comment",
                    "A comment stays as it was written; write another one",
                    List.of(UpdateCommentCmd.class, DeleteTaskCommentCmd.class, DeleteProcessInstanceCommentCmd.class)),
            TIMERS,
            new Group(
                    "processInstanceIds",
                    "This is done task by task: a batch runs later and does not say who ordered it",
                    List.of(
                            DeleteProcessInstancesCmd.class,
                            DeleteProcessInstanceBatchCmd.class,
                            CorrelateAllMessageBatchCmd.class,
                            UpdateProcessInstancesSuspendStateBatchCmd.class,
                            AbstractSetJobsRetriesBatchCmd.class)),
            new Group(
                    "database",
                    "The engine's tables can't be emptied: tasks would lose their tokens",
                    List.of(PurgeDatabaseAndCacheCmd.class)));

    private static final EngineField NEW_DUE_DATE = EngineField.of(SetJobRetriesCmd.class, "isDueDateSet");

    static boolean refuses(Command<?> command) {
        return group(command).isPresent();
    }

    private static Optional<Group> group(Command<?> command) {
        if (command instanceof SetJobRetriesCmd && (boolean) NEW_DUE_DATE.value(command)) {
            return Optional.of(TIMERS);
        }
        return GROUPS.stream().filter(group -> group.contains(command)).findFirst();
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (EngineCaller.issuedCommand()) {
            group(command).ifPresent(group -> {
                throw new Refusal(Reason.CONFLICT, group.field(), group.message());
            });
        }
        return next.execute(command);
    }
}
