package dev.baton.engine.command;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.internals.EngineField;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.MessageCorrelationBuilderImpl;
import org.camunda.bpm.engine.impl.bpmn.behavior.MultiInstanceActivityBehavior;
import org.camunda.bpm.engine.impl.cmd.AbstractCorrelateMessageCmd;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * Refuses variables with the names of the engine's multi-instance counters: by setting them, a caller who completes one
 * part, or sends a message to it, could end all of them.
 */
final class RefuseCounterVariables extends CommandInterceptor {

    private static final Set<String> COUNTERS = Set.of(
            MultiInstanceActivityBehavior.NUMBER_OF_INSTANCES,
            MultiInstanceActivityBehavior.NUMBER_OF_ACTIVE_INSTANCES,
            MultiInstanceActivityBehavior.NUMBER_OF_COMPLETED_INSTANCES,
            MultiInstanceActivityBehavior.LOOP_COUNTER);

    private static final Map<Class<?>, List<EngineField>> VARIABLES = Map.of(
            CompleteTaskCmd.class, fields(CompleteTaskCmd.class, "variables"),
            SubmitTaskFormCmd.class, fields(SubmitTaskFormCmd.class, "properties"),
            SignalCmd.class, fields(SignalCmd.class, "processVariables"),
            MessageEventReceivedCmd.class,
                    fields(
                            MessageEventReceivedCmd.class,
                            "processVariables",
                            "processVariablesLocal",
                            "processVariablesToTriggeredScope"));

    private static List<EngineField> fields(Class<?> command, String... names) {
        return Stream.of(names).map(name -> EngineField.of(command, name)).toList();
    }

    static boolean checks(Command<?> command) {
        return VARIABLES.containsKey(command.getClass()) || command instanceof AbstractCorrelateMessageCmd;
    }

    @Override
    public <T> T execute(Command<T> command) {
        if (checks(command)) {
            variables(command)
                    .filter(Objects::nonNull)
                    .flatMap(variables -> variables.keySet().stream())
                    .filter(COUNTERS::contains)
                    .findFirst()
                    .ifPresent(name -> {
                        throw new Refusal(
                                Reason.INVALID, name.toString(), "the variable '" + name + "' is the engine's own");
                    });
        }
        return next.execute(command);
    }

    private static Stream<Map<?, ?>> variables(Command<?> command) {
        if (command instanceof AbstractCorrelateMessageCmd) {
            MessageCorrelationBuilderImpl message = LockTaskFirst.correlation(command);
            return Stream.of(
                    message.getPayloadProcessInstanceVariables(),
                    message.getPayloadProcessInstanceVariablesLocal(),
                    message.getPayloadProcessInstanceVariablesToTriggeredScope());
        }
        return VARIABLES.get(command.getClass()).stream().map(field -> (Map<?, ?>) field.value(command));
    }
}
