package dev.baton.engine;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import org.camunda.bpm.engine.impl.bpmn.behavior.MultiInstanceActivityBehavior;
import org.camunda.bpm.engine.impl.cmd.CompleteTaskCmd;
import org.camunda.bpm.engine.impl.cmd.MessageEventReceivedCmd;
import org.camunda.bpm.engine.impl.cmd.SignalCmd;
import org.camunda.bpm.engine.impl.cmd.SubmitTaskFormCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.util.ReflectionUtils;

/**
 * Refuses variables that go by the names of the engine's own counters: whoever completes a user task of several could
 * otherwise tell the engine how many of them are done.
 */
final class RefuseCounterVariables extends CommandInterceptor {

    private static final Set<String> COUNTERS = Set.of(
            MultiInstanceActivityBehavior.NUMBER_OF_INSTANCES,
            MultiInstanceActivityBehavior.NUMBER_OF_ACTIVE_INSTANCES,
            MultiInstanceActivityBehavior.NUMBER_OF_COMPLETED_INSTANCES,
            MultiInstanceActivityBehavior.LOOP_COUNTER);

    private static final Map<Class<?>, Field> VARIABLES = Map.of(
            CompleteTaskCmd.class, field(CompleteTaskCmd.class, "variables"),
            SubmitTaskFormCmd.class, field(SubmitTaskFormCmd.class, "properties"),
            SignalCmd.class, field(SignalCmd.class, "processVariables"),
            MessageEventReceivedCmd.class, field(MessageEventReceivedCmd.class, "processVariables"));

    private static Field field(Class<?> command, String name) {
        Field field = ReflectionUtils.findField(command, name);
        ReflectionUtils.makeAccessible(field);
        return field;
    }

    @Override
    public <T> T execute(Command<T> command) {
        Field field = VARIABLES.get(command.getClass());
        if (field != null && ReflectionUtils.getField(field, command) instanceof Map<?, ?> variables) {
            COUNTERS.stream().filter(variables::containsKey).findFirst().ifPresent(name -> {
                throw new Refusal(Reason.INVALID, name, "the variable '" + name + "' is the engine's own");
            });
        }
        return next.execute(command);
    }
}
