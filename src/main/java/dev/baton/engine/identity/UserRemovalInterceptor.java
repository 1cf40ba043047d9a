package dev.baton.engine.identity;

import dev.baton.core.Groups;
import dev.baton.core.Refusal;
import dev.baton.engine.internals.EngineField;
import java.util.List;
import org.camunda.bpm.engine.impl.cmd.DeleteGroupCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteMembershipCmd;
import org.camunda.bpm.engine.impl.cmd.DeleteUserCmd;
import org.camunda.bpm.engine.impl.cmd.SaveUserCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Refuses to remove the last admin, and publishes created and deleted users. Runs inside the command's transaction, after the
 * engine has checked the caller's permissions and before it flushes.
 */
final class UserRemovalInterceptor extends CommandInterceptor {

    private static final EngineField DELETED_USER = EngineField.of(DeleteUserCmd.class, "userId");
    private static final EngineField DELETED_MEMBER = EngineField.of(DeleteMembershipCmd.class, "userId");
    private static final EngineField LEFT_GROUP = EngineField.of(DeleteMembershipCmd.class, "groupId");
    private static final EngineField DELETED_GROUP = EngineField.of(DeleteGroupCmd.class, "groupId");
    private static final EngineField SAVED_USER = EngineField.of(SaveUserCmd.class, "user");

    private final Accounts accounts;
    private final ApplicationEventPublisher events;

    UserRemovalInterceptor(Accounts accounts, ApplicationEventPublisher events) {
        this.accounts = accounts;
        this.events = events;
    }

    @Override
    public <T> T execute(Command<T> command) {
        boolean creates = command instanceof SaveUserCmd
                && SAVED_USER.value(command) instanceof UserEntity user
                && user.getRevision() == 0;
        T result = next.execute(command);
        if (command instanceof DeleteUserCmd) {
            String user = DELETED_USER.text(command);
            requireAdminBesides(user);
            events.publishEvent(new UserCreatedOrDeleted(user));
        } else if (command instanceof DeleteMembershipCmd && Groups.ADMIN.equals(LEFT_GROUP.text(command))) {
            requireAdminBesides(DELETED_MEMBER.text(command));
        } else if (command instanceof DeleteGroupCmd && Groups.ADMIN.equals(DELETED_GROUP.text(command))) {
            throw refusal("The group 'admin' can't be deleted: nobody could administer the server any more");
        } else if (creates) {
            events.publishEvent(new UserCreatedOrDeleted(((UserEntity) SAVED_USER.value(command)).getId()));
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
}
