package dev.baton.engine.identity;

import dev.baton.core.Refusal;
import dev.baton.engine.internals.EngineField;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.cmd.CheckPassword;
import org.camunda.bpm.engine.impl.cmd.SaveUserCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;

/** Replaces the engine's password check, and explains the rules if a new password is refused. */
final class PasswordInterceptor extends CommandInterceptor {

    private static final EngineField CHECKED_USER = EngineField.of(CheckPassword.class, "userId");
    private static final EngineField CHECKED_PASSWORD = EngineField.of(CheckPassword.class, "password");
    private static final EngineField SAVED_USER = EngineField.of(SaveUserCmd.class, "user");

    private final Passwords passwords;
    private final Accounts accounts;
    private final PasswordRules rules;

    PasswordInterceptor(Passwords passwords, Accounts accounts, PasswordRules rules) {
        this.passwords = passwords;
        this.accounts = accounts;
        this.rules = rules;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T execute(Command<T> command) {
        if (command instanceof CheckPassword) {
            return (T) check(command);
        }
        if (command instanceof SaveUserCmd
                && SAVED_USER.value(command) instanceof UserEntity user
                && user.hasNewPassword()) {
            return save(command, user.getId());
        }
        return next.execute(command);
    }

    private Boolean check(Command<?> command) {
        String user = CHECKED_USER.text(command);
        String password = CHECKED_PASSWORD.text(command);
        var account = passwords.verify(user, password);
        account.ifPresent(WebappSession::passwordVerified);
        return account.isPresent();
    }

    private <T> T save(Command<T> command, String user) {
        T result;
        try {
            result = next.execute(command);
        } catch (ProcessEngineException e) {
            // the engine has no exception type or code for this
            throw String.valueOf(e.getMessage()).endsWith("Password does not match policy")
                    ? new Refusal(Refusal.Reason.INVALID, "password", rules.description())
                    : e;
        }
        accounts.find(user).ifPresent(WebappSession::passwordChanged);
        return result;
    }
}
