package dev.baton.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.StrongUuidGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/** Makes Camunda's engine Baton's: wiring, check at deployment, permissions, expressions, and settings that pay off. */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
public class EngineSettings extends AbstractProcessEnginePlugin {

    /** How much one query of the engine's own REST can list. */
    public static final int MAX_RESULTS = 10_000;

    private final Supplier<TokenObserver> observer;
    private final LifecycleDeployer deployer;
    private final Delegates delegates;
    private final ApplicationEventPublisher events;

    EngineSettings(
            ObjectProvider<TokenObserver> observer,
            LifecycleDeployer deployer,
            Delegates delegates,
            ApplicationEventPublisher events) {
        this.observer = SingletonSupplier.of(observer::getObject);
        this.deployer = deployer;
        this.delegates = delegates;
        this.events = events;
    }

    @Override
    public void preInit(ProcessEngineConfigurationImpl engine) {
        engine.setIdGenerator(new StrongUuidGenerator());
        engine.setQueryMaxResultsLimit(MAX_RESULTS);
        withoutLockout(engine);
        engine.setEnableExceptionsAfterUnhandledBpmnError(true);
        engine.setGeneralResourceWhitelistPattern("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
        engine.setAdminGroups(new ArrayList<>(List.of(Identities.ADMIN)));
        engine.setResourceAuthorizationProvider(new GuardsInsteadOfGrants());
        FewerTrips.install(engine);
        engine.setCustomJobHandlers(with(engine.getCustomJobHandlers(), new LeaseTimers.Handler()));
        engine.setFailedJobCommandFactory(new RefusedRunsDoNotCount());
        NoForeignCode.install(engine);
        engine.setExpressionManager(new DiagramExpressions(observer, delegates));
        engine.setCustomPreBPMNParseListeners(with(engine.getCustomPreBPMNParseListeners(), new TokenWiring(observer)));
        engine.setCustomPreDeployers(with(engine.getCustomPreDeployers(), deployer.check()));
        engine.setCustomPostDeployers(with(engine.getCustomPostDeployers(), deployer.register()));
        engine.setCustomPreCommandInterceptorsTxRequired(with(
                engine.getCustomPreCommandInterceptorsTxRequired(),
                new FaultNote(),
                new NoJumps(),
                new QueriesWithoutExpressions(engine::getIdentityService),
                new NoCounters(),
                new IdentityChanges(events),
                new Overtaken(observer),
                new PlainRefusals()));
        engine.setCustomPostCommandInterceptorsTxRequired(
                with(engine.getCustomPostCommandInterceptorsTxRequired(), new LockFirst(observer), new GuardsDecide()));
    }

    /** Camunda would lock out a user whose password somebody else keeps guessing wrong, an admin for good. */
    private static void withoutLockout(ProcessEngineConfigurationImpl engine) {
        engine.setLoginMaxAttempts(Integer.MAX_VALUE);
        engine.setLoginDelayBase(0);
    }

    @SafeVarargs
    private static <T> List<T> with(List<T> others, T... more) {
        List<T> all = new ArrayList<>(others == null ? List.of() : others);
        all.addAll(List.of(more));
        return all;
    }
}
