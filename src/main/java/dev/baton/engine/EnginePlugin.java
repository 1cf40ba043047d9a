package dev.baton.engine;

import dev.baton.core.Groups;
import dev.baton.database.FastPath;
import dev.baton.database.SqlWrite;
import dev.baton.engine.command.FailedJobCommands;
import dev.baton.engine.command.Interceptors;
import dev.baton.engine.deployment.LifecycleDeployer;
import dev.baton.engine.deployment.LifecycleRepository;
import dev.baton.engine.diagram.DiagramSettings;
import dev.baton.engine.expression.Delegates;
import dev.baton.engine.expression.DiagramExpressions;
import dev.baton.engine.expression.NoForeignCode;
import dev.baton.engine.instance.LeaseTimerHandler;
import dev.baton.engine.instance.TokenListeners;
import dev.baton.engine.persistence.EngineCaches;
import dev.baton.engine.persistence.SqlMappings;
import dev.baton.engine.persistence.StoredFiles;
import dev.baton.engine.timer.BusinessCalendars;
import dev.baton.engine.token.CurrentMoves;
import dev.baton.engine.token.MoveScope;
import dev.baton.engine.token.TokenMovesRegistry;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.persistence.StrongUuidGenerator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Configures the engine: interceptors, listeners, validation at deployment, expressions and permissions. */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class EnginePlugin extends AbstractProcessEnginePlugin {

    private final TokenMovesRegistry moves;
    private final JdbcClient jdbc;
    private final FastPath fastPath;
    private final LifecycleDeployer deployer;
    private final Delegates delegates;
    private final ApplicationEventPublisher events;
    private final DiagramSettings diagrams;

    EnginePlugin(
            TokenMovesRegistry moves,
            JdbcClient jdbc,
            FastPath fastPath,
            LifecycleDeployer deployer,
            Delegates delegates,
            ApplicationEventPublisher events,
            DiagramSettings diagrams) {
        this.moves = moves;
        this.jdbc = jdbc;
        this.fastPath = fastPath;
        this.deployer = deployer;
        this.delegates = delegates;
        this.events = events;
        this.diagrams = diagrams;
    }

    @Override
    public void preInit(ProcessEngineConfigurationImpl engine) {
        engine.setIdGenerator(new StrongUuidGenerator());
        engine.setQueryMaxResultsLimit(QueryLimit.MAX_RESULTS);
        withoutLockout(engine);
        engine.setEnableExceptionsAfterUnhandledBpmnError(true);
        engine.setGeneralResourceWhitelistPattern("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
        engine.setAdminGroups(new ArrayList<>(List.of(Groups.ADMIN)));
        engine.setResourceAuthorizationProvider(new NoTaskAuthorizations());
        SqlMappings.install(engine, engine.getDataSource());
        EngineCaches.install(engine, fastPath);
        StoredFiles.install(engine);
        engine.setFailedJobCommandFactory(new FailedJobCommands(moves));
        CurrentMoves current = new CurrentMoves(
                moves, fastPath.savesRoundTrips() ? write -> MoveScope.current().sendWithFlush(write) : this::writeNow);
        engine.setCustomJobHandlers(with(engine.getCustomJobHandlers(), new LeaseTimerHandler(current)));
        NoForeignCode.install(engine);
        engine.setBusinessCalendarManager(BusinessCalendars.of(diagrams.shortestCycle()));
        engine.setRepositoryService(new LifecycleRepository());
        engine.setExpressionManager(new DiagramExpressions(moves, delegates));
        TokenListeners.allowMigration();
        engine.setCustomPreBPMNParseListeners(
                with(engine.getCustomPreBPMNParseListeners(), new TokenListeners(current)));
        engine.setCustomPreDeployers(with(engine.getCustomPreDeployers(), deployer.check()));
        engine.setCustomPostDeployers(with(engine.getCustomPostDeployers(), deployer.register()));
        Interceptors interceptors = new Interceptors(engine, moves, current, jdbc, events);
        engine.setCustomPreCommandInterceptorsTxRequired(
                with(engine.getCustomPreCommandInterceptorsTxRequired(), interceptors.beforeTransaction()));
        engine.setCustomPreCommandInterceptorsTxRequiresNew(
                with(engine.getCustomPreCommandInterceptorsTxRequiresNew(), interceptors.beforeNewTransaction()));
        engine.setCustomPostCommandInterceptorsTxRequired(
                with(engine.getCustomPostCommandInterceptorsTxRequired(), interceptors.inTransaction()));
    }

    private void writeNow(SqlWrite write) {
        jdbc.sql(write.sql()).params(write.values()).update();
    }

    /** Turns off Camunda's lock-out: with it, an attacker could lock out any user by wrong passwords. */
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
