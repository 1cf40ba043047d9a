package dev.baton.engine.persistence;

import dev.baton.database.FastPath;
import dev.baton.engine.command.GuardedCommands;
import dev.baton.engine.token.ExecutionRow;
import dev.baton.engine.token.MoveScope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.datatype.DatatypeFactory;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.db.sql.DbSqlSession;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionManager;
import org.camunda.bpm.engine.impl.persistence.entity.JobDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobDefinitionManager;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionManager;

/** Caches rows that the engine would read with every move although they hardly ever change. */
public final class EngineCaches {

    private EngineCaches() {}

    public static void install(ProcessEngineConfigurationImpl engine, FastPath fastPath) {
        nameDatatypeFactory();
        if (fastPath.caches()) {
            Map<String, Long> definitionsReadAt = new ConcurrentHashMap<>();
            Map<String, Read> jobDefinitions = new ConcurrentHashMap<>();
            EngineSessions.replace(
                    engine, ProcessDefinitionManager.class, () -> new Definitions(definitionsReadAt, fastPath));
            EngineSessions.replace(
                    engine, JobDefinitionManager.class, () -> new JobDefinitions(jobDefinitions, fastPath));
        }
        if (fastPath.savesRoundTrips()) {
            EngineSessions.replace(engine, ExecutionManager.class, Executions::new);
            EngineSessions.replace(
                    engine, DbSqlSession.class, () -> new OneTripDbSqlSession(engine.getDbSqlSessionFactory()));
        }
    }

    /**
     * The engine looks this class up for every timer, for which Java would search all jars; it uses the one that is named
     * here instead.
     */
    private static void nameDatatypeFactory() {
        String factory = DatatypeFactory.class.getName();
        if (System.getProperty(factory) == null) {
            System.setProperty(
                    factory, DatatypeFactory.newDefaultInstance().getClass().getName());
        }
    }

    /** A deployed version never changes but for its suspension. */
    private static final class Definitions extends ProcessDefinitionManager {

        private final Map<String, Long> readAt;
        private final FastPath fastPath;

        Definitions(Map<String, Long> readAt, FastPath fastPath) {
            this.readAt = readAt;
            this.fastPath = fastPath;
        }

        @Override
        public ProcessDefinitionEntity findLatestDefinitionById(String id) {
            ProcessDefinitionEntity known = Context.getProcessEngineConfiguration()
                    .getDeploymentCache()
                    .getProcessDefinitionCache()
                    .get(id);
            Long at = readAt.get(id);
            if (known != null && at != null && fastPath.isFresh(at)) {
                return known;
            }
            ProcessDefinitionEntity read = super.findLatestDefinitionById(id);
            readAt.put(id, System.nanoTime());
            return read;
        }
    }

    private record Read(JobDefinitionEntity definition, long at) {}

    /**
     * Looked up for every timer. Only moves get the cached object; a command that changes a job definition gets one that was
     * read from the database.
     */
    private static final class JobDefinitions extends JobDefinitionManager {

        private final Map<String, Read> known;
        private final FastPath fastPath;

        JobDefinitions(Map<String, Read> known, FastPath fastPath) {
            this.known = known;
            this.fastPath = fastPath;
        }

        @Override
        public JobDefinitionEntity findById(String id) {
            if (!GuardedCommands.moves(Context.getCommandInvocationContext().getCommand())) {
                return super.findById(id);
            }
            Read read = known.get(id);
            if (read == null || !fastPath.isFresh(read.at())) {
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

        /** Returned once: afterwards the engine may have created other executions. */
        @Override
        public List<ExecutionEntity> findExecutionsByProcessInstanceId(String processInstanceId) {
            List<ExecutionEntity> read = all;
            all = null;
            return read != null && processInstanceId.equals(instance)
                    ? read
                    : super.findExecutionsByProcessInstanceId(processInstanceId);
        }
    }
}
