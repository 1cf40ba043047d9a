package dev.baton.engine;

import dev.baton.core.Groups;
import dev.baton.database.FastPath;
import dev.baton.database.SqlWrite;
import java.util.ArrayList;
import java.util.List;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.persistence.StrongUuidGenerator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Makes Camunda's engine Baton's: wiring, check at deployment, permissions, expressions, and settings that pay off. */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
public class EnginePlugin extends AbstractProcessEnginePlugin {

    /** How much one query of the engine's own REST can list. */
    public static final int MAX_RESULTS = 10_000;

    private final TokenMovesRegistry moves;
    private final JdbcClient jdbc;
    private final boolean fastPath;
    private final LifecycleDeployer deployer;
    private final Delegates delegates;
    private final ApplicationEventPublisher events;

    EnginePlugin(
            TokenMovesRegistry moves,
            JdbcClient jdbc,
            FastPath fastPath,
            LifecycleDeployer deployer,
            Delegates delegates,
            ApplicationEventPublisher events) {
        this.moves = moves;
        this.jdbc = jdbc;
        this.fastPath = fastPath.on();
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
        engine.setAdminGroups(new ArrayList<>(List.of(Groups.ADMIN)));
        engine.setResourceAuthorizationProvider(new NoTaskAuthorizations());
        EngineCaches.install(engine, fastPath);
        engine.setCustomJobHandlers(with(engine.getCustomJobHandlers(), new LeaseTimers.Handler()));
        engine.setFailedJobCommandFactory(new FailedJobCommands());
        CurrentMoves current =
                new CurrentMoves(moves, fastPath ? write -> MoveScope.current().sendWithFlush(write) : this::now);
        NoForeignCode.install(engine);
        engine.setExpressionManager(new DiagramExpressions(moves, delegates));
        engine.setCustomPreBPMNParseListeners(
                with(engine.getCustomPreBPMNParseListeners(), new TokenListeners(current)));
        engine.setCustomPreDeployers(with(engine.getCustomPreDeployers(), deployer.check()));
        engine.setCustomPostDeployers(with(engine.getCustomPostDeployers(), deployer.register()));
        engine.setCustomPreCommandInterceptorsTxRequired(
                with(engine.getCustomPreCommandInterceptorsTxRequired(), beforeTransaction(engine)));
        engine.setCustomPreCommandInterceptorsTxRequiresNew(
                with(engine.getCustomPreCommandInterceptorsTxRequiresNew(), new RetryOnConflict(moves)));
        engine.setCustomPostCommandInterceptorsTxRequired(
                with(engine.getCustomPostCommandInterceptorsTxRequired(), inTransaction(current)));
    }

    private void now(SqlWrite write) {
        jdbc.sql(write.sql()).params(write.values()).update();
    }

    /** Around the transaction of a command, outermost first. */
    private CommandInterceptor[] beforeTransaction(ProcessEngineConfigurationImpl engine) {
        return new CommandInterceptor[] {
            new CommandFailure(), // sees what the caller will get, so it comes first
            new RefusalsAsBadRequests(), // translates what all others refuse
            new RefuseTokenModification(), // refused without a transaction
            new QueriesWithoutExpressions(engine::getIdentityService), // likewise
            new RefuseCounterVariables(), // likewise
            new PublishIdentityChanges(events), // after the commit, so outside of the transaction
            new RetryOnConflict(moves), // each try is a transaction of its own, and a scope for its moves
            new UnwrapRefusals(moves) // so that retries see refusals as they were thrown
        };
    }

    /** Inside of it, where the caller's permissions are known, outermost first. */
    private CommandInterceptor[] inTransaction(CurrentMoves current) {
        return new CommandInterceptor[] {
            new RefusedCommands(), // nothing has to be read for it
            new OperationsLog(), // what passed that is worth a line
            new LockTaskFirst(new TaskLock(jdbc, moves)), // before anything of the task is read
            new CandidateChanges(current), // asks the guards, so under the lock
            new GuardedCommands() // closest to the command: all others still ask for permissions
        };
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
