package dev.baton.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.xml.datatype.DatatypeFactory;
import org.camunda.bpm.engine.authorization.Resource;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.db.sql.DbSqlSession;
import org.camunda.bpm.engine.impl.incident.DefaultIncidentHandler;
import org.camunda.bpm.engine.impl.incident.IncidentContext;
import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.persistence.entity.AuthorizationManager;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionManager;
import org.camunda.bpm.engine.impl.persistence.entity.JobDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobDefinitionManager;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionManager;
import org.camunda.bpm.engine.runtime.Incident;

/** Answers from memory what the engine would ask the database on every move although it hardly ever changes. */
final class EngineCaches {

    /** How long a suspension by another server may go unnoticed. */
    private static final long FRESH = Duration.ofSeconds(1).toNanos();

    private EngineCaches() {}

    static void install(ProcessEngineConfigurationImpl engine, boolean fastPath) {
        nameDatatypeFactory();
        Map<String, Long> definitionsReadAt = new ConcurrentHashMap<>();
        Map<String, Read> jobDefinitions = new ConcurrentHashMap<>();
        List<SessionFactory> factories = new ArrayList<>(
                engine.getCustomSessionFactories() == null ? List.of() : engine.getCustomSessionFactories());
        factories.add(new Factory(ProcessDefinitionManager.class, () -> new Definitions(definitionsReadAt)));
        factories.add(new Factory(JobDefinitionManager.class, () -> new JobDefinitions(jobDefinitions)));
        factories.add(new Factory(AuthorizationManager.class, Grants::new));
        factories.add(new Factory(ExecutionManager.class, Executions::new));
        if (fastPath) {
            factories.add(
                    new Factory(DbSqlSession.class, () -> new OneTripDbSqlSession(engine.getDbSqlSessionFactory())));
        }
        engine.setCustomSessionFactories(factories);
        engine.setCustomIncidentHandlers(new ArrayList<>(List.of(new Incidents())));
    }

    /** For every timer the engine would have Java look for this class in all jars; named, it is found at once. */
    private static void nameDatatypeFactory() {
        String factory = DatatypeFactory.class.getName();
        if (System.getProperty(factory) == null) {
            System.setProperty(
                    factory, DatatypeFactory.newDefaultInstance().getClass().getName());
        }
    }

    private record Factory(Class<?> getSessionType, Supplier<Session> sessions) implements SessionFactory {

        @Override
        public Session openSession() {
            return sessions.get();
        }
    }

    private static boolean fresh(Long readAt) {
        return readAt != null && System.nanoTime() - readAt < FRESH;
    }

    /** A deployed version never changes but for its suspension. */
    private static final class Definitions extends ProcessDefinitionManager {

        private final Map<String, Long> readAt;

        Definitions(Map<String, Long> readAt) {
            this.readAt = readAt;
        }

        @Override
        public ProcessDefinitionEntity findLatestDefinitionById(String id) {
            ProcessDefinitionEntity known = Context.getProcessEngineConfiguration()
                    .getDeploymentCache()
                    .getProcessDefinitionCache()
                    .get(id);
            if (known != null && fresh(readAt.get(id))) {
                return known;
            }
            ProcessDefinitionEntity read = super.findLatestDefinitionById(id);
            readAt.put(id, System.nanoTime());
            return read;
        }
    }

    private record Read(JobDefinitionEntity definition, long at) {}

    /** Looked up for every timer. Whoever wants to change one gets the real one: only moves get the copy. */
    private static final class JobDefinitions extends JobDefinitionManager {

        private final Map<String, Read> known;

        JobDefinitions(Map<String, Read> known) {
            this.known = known;
        }

        @Override
        public JobDefinitionEntity findById(String id) {
            if (!GuardedCommands.moves(Context.getCommandInvocationContext().getCommand())) {
                return super.findById(id);
            }
            Read read = known.get(id);
            if (read == null || !fresh(read.at())) {
                read = new Read(super.findById(id), System.nanoTime());
                known.put(id, read);
            }
            return read.definition();
        }
    }

    /**
     * The engine reads the execution that it is to move, and then all of the instance, this one among them. Where the
     * instance is known from the start, they are read once.
     */
    static final class Executions extends ExecutionManager {

        private String instance;
        private List<ExecutionEntity> all;

        @Override
        public ExecutionEntity findExecutionById(String executionId) {
            List<ExecutionRow> rows = MoveScope.takeExecutions();
            if (!rows.isEmpty()) {
                instance = rows.get(0).execution().getProcessInstanceId();
                all = load(rows);
            }
            return super.findExecutionById(executionId); // by now the engine has it in memory
        }

        private List<ExecutionEntity> load(List<ExecutionRow> rows) {
            rows.forEach(row -> getDbEntityManager().onEntityLoaded(row.execution()));
            return rows.stream()
                    .map(row -> getDbEntityManager()
                            .getCachedEntity(
                                    ExecutionEntity.class, row.execution().getId()))
                    .toList();
        }

        /** Handed out once: after that the engine may have made others. */
        @Override
        public List<ExecutionEntity> findExecutionsByProcessInstanceId(String processInstanceId) {
            List<ExecutionEntity> read = all;
            all = null;
            return read != null && processInstanceId.equals(instance)
                    ? read
                    : super.findExecutionsByProcessInstanceId(processInstanceId);
        }
    }

    /** There are no grants for single instances and tasks to delete with them: guards do that work. */
    private static final class Grants extends AuthorizationManager {

        private static final Set<Resource> WITHOUT = Set.of(Resources.PROCESS_INSTANCE, Resources.TASK);

        @Override
        public void deleteAuthorizationsByResourceId(Resource resource, String resourceId) {
            if (!WITHOUT.contains(resource)) {
                super.deleteAuthorizationsByResourceId(resource, resourceId);
            }
        }
    }

    /** A job that has retries left has no incident to remove. */
    private static final class Incidents extends DefaultIncidentHandler {

        Incidents() {
            super(Incident.FAILED_JOB_HANDLER_TYPE);
        }

        @Override
        protected void removeIncident(IncidentContext context, boolean resolved) {
            JobEntity job = Context.getCommandContext()
                    .getDbEntityManager()
                    .getCachedEntity(JobEntity.class, context.getConfiguration());
            if (job == null || job.getRetries() == 0) {
                super.removeIncident(context, resolved);
            }
        }
    }
}
