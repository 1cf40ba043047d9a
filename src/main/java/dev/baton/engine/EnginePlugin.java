package dev.baton.engine;

import dev.baton.core.Groups;
import dev.baton.database.FastPath;
import dev.baton.database.SqlWrite;
import dev.baton.engine.identity.PublishIdentityChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.calendar.BusinessCalendarManager;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DurationBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.MapBusinessCalendarManager;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.migration.validation.activity.SupportedActivityValidator;
import org.camunda.bpm.engine.impl.persistence.StrongUuidGenerator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Configures the engine: interceptors, listeners, validation at deployment, expressions and permissions. */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
public class EnginePlugin extends AbstractProcessEnginePlugin {

    /** The largest number of results of a query over the engine's REST. */
    public static final int MAX_RESULTS = 10_000;

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
        engine.setQueryMaxResultsLimit(MAX_RESULTS);
        withoutLockout(engine);
        engine.setEnableExceptionsAfterUnhandledBpmnError(true);
        engine.setGeneralResourceWhitelistPattern("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
        engine.setAdminGroups(new ArrayList<>(List.of(Groups.ADMIN)));
        engine.setResourceAuthorizationProvider(new NoTaskAuthorizations());
        SqlMappings.install(engine, engine.getDataSource());
        EngineCaches.install(engine, fastPath);
        engine.setFailedJobCommandFactory(new FailedJobCommands(moves));
        CurrentMoves current = new CurrentMoves(
                moves, fastPath.savesRoundTrips() ? write -> MoveScope.current().sendWithFlush(write) : this::writeNow);
        engine.setCustomJobHandlers(with(engine.getCustomJobHandlers(), new LeaseTimers.Handler(current)));
        ownBehaviorsCanMigrate();
        NoForeignCode.install(engine);
        engine.setBusinessCalendarManager(calendars());
        engine.setRepositoryService(new LifecycleRepository());
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

    private BusinessCalendarManager calendars() {
        MapBusinessCalendarManager calendars = new MapBusinessCalendarManager();
        calendars.addBusinessCalendar(DurationBusinessCalendar.NAME, new DurationCalendar(diagrams.shortestCycle()));
        calendars.addBusinessCalendar(DueDateBusinessCalendar.NAME, new DueDateBusinessCalendar());
        calendars.addBusinessCalendar(CycleBusinessCalendar.NAME, new CycleCalendar(diagrams.shortestCycle()));
        return calendars;
    }

    /** The engine's list is static; several engines in one process share it. */
    private static void ownBehaviorsCanMigrate() {
        synchronized (SupportedActivityValidator.SUPPORTED_ACTIVITY_BEHAVIORS) {
            Stream.of(SubtaskBehavior.class, ExternalWorkBehavior.class)
                    .filter(own -> !SupportedActivityValidator.SUPPORTED_ACTIVITY_BEHAVIORS.contains(own))
                    .forEach(SupportedActivityValidator.SUPPORTED_ACTIVITY_BEHAVIORS::add);
        }
    }

    private void writeNow(SqlWrite write) {
        jdbc.sql(write.sql()).params(write.values()).update();
    }

    /** Interceptors around the transaction of a command, outermost first. */
    private CommandInterceptor[] beforeTransaction(ProcessEngineConfigurationImpl engine) {
        return new CommandInterceptor[] {
            new RecordFailures(), // first, so that it sees the exception that the caller gets
            new RefusalsAsBadRequests(), // translates the refusals of all others
            new RefuseTokenModification(), // refused without a transaction
            new QueriesWithoutExpressions(engine::getIdentityService), // likewise
            new RefuseCounterVariables(), // likewise
            new PublishIdentityChanges(events), // publishes after the commit
            new RetryOnConflict(moves), // each attempt has its own transaction and scope
            new UnwrapRefusals(moves) // so that the retry sees refusals unwrapped
        };
    }

    /** Interceptors inside the transaction, where the caller's permissions are known, outermost first. */
    private CommandInterceptor[] inTransaction(CurrentMoves current) {
        return new CommandInterceptor[] {
            new RefusedCommands(), // needs no reads
            new OperationsLog(), // logs what was not refused
            new LockTaskFirst(new TaskLock(jdbc, moves)), // before anything of the task is read
            new CandidateChanges(current), // checks guards, so after the lock
            new GuardedCommands() // innermost: turns off permission checks for the command
        };
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
