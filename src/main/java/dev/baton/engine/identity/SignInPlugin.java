package dev.baton.engine.identity;

import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Configures how the engine stores and checks passwords, and protects the last admin. */
@Component
class SignInPlugin extends AbstractProcessEnginePlugin {

    private final BcryptPasswordEncryptor encryptor;
    private final PasswordRules rules;
    private final Passwords passwords;
    private final Accounts accounts;
    private final ApplicationEventPublisher events;

    SignInPlugin(
            BcryptPasswordEncryptor encryptor,
            PasswordRules rules,
            Passwords passwords,
            Accounts accounts,
            ApplicationEventPublisher events) {
        this.encryptor = encryptor;
        this.rules = rules;
        this.passwords = passwords;
        this.accounts = accounts;
        this.events = events;
    }

    @Override
    public void preInit(ProcessEngineConfigurationImpl engine) {
        engine.setPasswordEncryptor(encryptor);
        engine.setEnablePasswordPolicy(true);
        engine.setPasswordPolicy(rules);
        engine.setCustomPreCommandInterceptorsTxRequired(with(
                engine.getCustomPreCommandInterceptorsTxRequired(),
                new PasswordInterceptor(passwords, accounts, rules)));
        engine.setCustomPostCommandInterceptorsTxRequired(with(
                engine.getCustomPostCommandInterceptorsTxRequired(), new UserRemovalInterceptor(accounts, events)));
    }

    @Override
    public void postProcessEngineBuild(ProcessEngine engine) {
        passwords.setEngine(engine);
    }

    private static List<CommandInterceptor> with(List<CommandInterceptor> others, CommandInterceptor one) {
        List<CommandInterceptor> all = new ArrayList<>(others == null ? List.of() : others);
        all.add(one);
        return all;
    }
}
