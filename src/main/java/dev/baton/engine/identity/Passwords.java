package dev.baton.engine.identity;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.digest.PasswordEncryptionException;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.persistence.entity.UserEntity;
import org.camunda.bpm.engine.impl.util.EncryptionUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Checks passwords, for HTTP Basic and for Camunda's login page and REST. No database connection is held while a password is
 * hashed, and the check takes the same time whether or not the user exists.
 */
@Component
public class Passwords {

    private static final Logger LOG = LoggerFactory.getLogger(Passwords.class);

    private final VerifiedPasswords verified = new VerifiedPasswords();
    private final BcryptPasswordEncryptor bcrypt;
    private final CompletableFuture<String> dummyHash;
    private final Accounts accounts;
    private final SignInAttempts attempts;
    private ProcessEngine engine;

    Passwords(BcryptPasswordEncryptor bcrypt, Accounts accounts, SignInAttempts attempts) {
        this.bcrypt = bcrypt;
        this.dummyHash = CompletableFuture.supplyAsync( // the server starts meanwhile
                () -> "{" + BcryptPasswordEncryptor.NAME + "}" + bcrypt.encrypt(""));
        this.accounts = accounts;
        this.attempts = attempts;
    }

    /** Set after the engine is built, because its configuration needs this bean. */
    void setEngine(ProcessEngine built) {
        engine = built;
    }

    /**
     * The user's account if the password is right.
     *
     * @throws TooManyAttempts if there were too many wrong passwords before
     */
    public Optional<Account> verify(String user, String password) {
        String name = user == null ? "" : user;
        attempts.check(name);
        Account account = accounts.find(name).orElse(null);
        if (account != null && verified.contains(account, password)) {
            return Optional.of(account);
        }
        return attempts.attempt(name, account != null, () -> matches(account, password))
                ? Optional.of(remember(account, password))
                : Optional.empty();
    }

    private boolean matches(Account account, String password) {
        if (account != null && verified.contains(account, password)) {
            return true; // by a concurrent request that this one waited for
        }
        boolean checkable = account != null && account.hash() != null && password != null;
        boolean right = checkable && check(account, password);
        if (!checkable || !account.hash().startsWith("{" + BcryptPasswordEncryptor.NAME + "}")) {
            configuration().getPasswordManager().check("dummy", dummyHash.join());
        }
        return right;
    }

    private boolean check(Account account, String password) {
        try {
            return configuration()
                    .getPasswordManager()
                    .check(EncryptionUtil.saltPassword(password, account.salt()), account.hash());
        } catch (PasswordEncryptionException e) {
            LOG.error("The stored password of {} is of no known algorithm; set a new one", account.id());
            return false;
        }
    }

    private Account remember(Account account, String password) {
        Account current = bcrypt.isOutdated(account.hash()) ? rehashed(account, password) : account;
        verified.add(current, password);
        return current;
    }

    /** Stores the password with the current algorithm. If that fails, the sign-in still succeeds. */
    private Account rehashed(Account account, String password) {
        try {
            configuration().getCommandExecutorTxRequired().execute((Command<Void>) context -> {
                UserEntity user = context.getDbEntityManager().selectById(UserEntity.class, account.id());
                if (user != null && account.hash().equals(user.getPassword())) {
                    user.setPassword(password);
                    user.encryptPassword();
                }
                return null;
            });
            LOG.info("The password of {} is stored with {} from now on", account.id(), BcryptPasswordEncryptor.NAME);
            return accounts.find(account.id()).orElse(account);
        } catch (RuntimeException e) {
            LOG.warn(
                    "The password of {} stays stored as it was until the next sign-in: {}", account.id(), e.toString());
            return account;
        }
    }

    private ProcessEngineConfigurationImpl configuration() {
        return (ProcessEngineConfigurationImpl) engine.getProcessEngineConfiguration();
    }
}
