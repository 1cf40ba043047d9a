package dev.baton.engine.identity;

import java.util.Set;
import org.camunda.bpm.engine.impl.cmd.CreateMembershipCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteGroupCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteMembershipCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteUserCmd;
import org.camunda.bpm.engine.impl.cmd.SaveGroupCmd;
import org.camunda.bpm.engine.impl.cmd.SaveUserCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes {@link IdentitiesChanged} after users or groups were changed through the engine. */
public final class PublishIdentityChanges extends CommandInterceptor {

    private static final Set<Class<?>> CHANGES = Set.of(
            SaveUserCmd.class,
            DeleteUserCmd.class,
            SaveGroupCmd.class,
            DeleteGroupCmd.class,
            CreateMembershipCmd.class,
            DeleteMembershipCmd.class);

    private final ApplicationEventPublisher events;

    public static boolean publishes(Command<?> command) {
        return CHANGES.contains(command.getClass());
    }

    public PublishIdentityChanges(ApplicationEventPublisher events) {
        this.events = events;
    }

    @Override
    public <T> T execute(Command<T> command) {
        T result = next.execute(command);
        if (publishes(command)) {
            events.publishEvent(new IdentitiesChanged());
        }
        return result;
    }
}
