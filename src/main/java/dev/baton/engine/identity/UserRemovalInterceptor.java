package dev.baton.engine.identity;

import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import java.lang.reflect.Field;
import java.util.List;
import org.camunda.bpm.engine.impl.cmd.DeleteGroupCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteMembershipCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteUserCmd;
import org.camunda.bpm.engine.impl.cmd.SaveUserCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.util.ReflectionUtils;

/**
 * Refuses to remove the last admin, and publishes created and deleted users. Runs inside the command's transaction, after the
 * engine has checked the caller's permissions and before it flushes.
 */
final class UserRemovalInterceptor extends CommandInterceptor {

    private static final Field DELETED_USER = field(DeleteUserCmd.class, "userId");
    private static final Field DELETED_MEMBER = field(DeleteMembershipCmd.class, "userId");
    private static final Field LEFT_GROUP = field(DeleteMembershipCmd.class, "groupId");
    private static final Field DELETED_GROUP = field(DeleteGroupCmd.class, "groupId");
    private static final Field SAVED_USER = field(SaveUserCmd.class, "user");

    private final Accounts accounts;
    private final ApplicationEventPublisher events;

    UserRemovalInterceptor(Accounts accounts, ApplicationEventPublisher events) {
        this.accounts = accounts;
        this.events = events;
    }

    @Override
    public <T> T execute(Command<T> command) {
        boolean creates = command instanceof SaveUserCmd
                && ReflectionUtils.getField(SAVED_USER, command) instanceof UserEntity user
                && user.getRevision() == 0;
        T result = next.execute(command);
        if (command instanceof DeleteUserCmd) {
            String user = value(DELETED_USER, command);
            requireAdminBesides(user);
            events.publishEvent(new UserCreatedOrDeleted(user));
        } else if (command instanceof DeleteMembershipCmd && Groups.ADMIN.equals(value(LEFT_GROUP, command))) {
            requireAdminBesides(value(DELETED_MEMBER, command));
        } else if (command instanceof DeleteGroupCmd && Groups.ADMIN.equals(value(DELETED_GROUP, command))) {
            throw refusal("The group 'admin' can't be deleted: nobody could administer the server any more");
        } else if (creates) {
            events.publishEvent(
                    new UserCreatedOrDeleted(((UserEntity) ReflectionUtils.getField(SAVED_USER, command)).getId()));
        }
        return result;
    }

    private void requireAdminBesides(String user) {
        List<String> admins = accounts.lockAdmins();
        if (admins.equals(List.of(user))) {
            throw refusal("'" + user + "' is the last admin: make somebody else an admin first");
        }
    }

    private static Refusal refusal(String message) {
        return new Refusal(Refusal.Reason.CONFLICT, "user", message);
    }

    private static String value(Field field, Command<?> command) {
        return (String) ReflectionUtils.getField(field, command);
    }

    private static Field field(Class<?> type, String name) {
        Field field = ReflectionUtils.findField(type, name);
        ReflectionUtils.makeAccessible(field);
        return field;
    }
}
