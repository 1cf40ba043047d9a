package dev.baton.engine.persistence;

import dev.baton.database.Product;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.apache.ibatis.builder.xml.XMLConfigBuilder;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.apache.ibatis.transaction.managed.ManagedTransactionFactory;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.db.sql.DbSqlSessionFactory;

/**
 * The engine's SQL mappings. Reading them takes a quarter of the time of a start, so they are read on another thread while
 * Spring starts, and once for all servers of a process.
 */
public final class SqlMappings {

    private static final Map<Product, CompletableFuture<Configuration>> READ = new ConcurrentHashMap<>();

    private SqlMappings() {}

    /** Begins to read, unless that has happened before. */
    static CompletableFuture<Configuration> read(Product database) {
        return READ.computeIfAbsent(
                database,
                product -> CompletableFuture.supplyAsync(
                        () -> parse(product), task -> new Thread(task, "sql-mappings").start()));
    }

    /** As the engine does it in {@code initSqlSessionFactory}. */
    private static Configuration parse(Product database) {
        Properties properties = new Properties();
        properties.put("prefix", "");
        ProcessEngineConfigurationImpl.initSqlSessionFactoryProperties(
                properties, "", database == Product.H2 ? DbSqlSessionFactory.H2 : DbSqlSessionFactory.POSTGRES);
        return new XMLConfigBuilder(
                        new InputStreamReader(
                                ProcessEngineConfigurationImpl.class
                                        .getClassLoader()
                                        .getResourceAsStream(
                                                ProcessEngineConfigurationImpl.DEFAULT_MYBATIS_MAPPING_FILE),
                                StandardCharsets.UTF_8),
                        "",
                        properties)
                .parse();
    }

    /** Gives an engine the mappings. One with settings that would change them reads its own. */
    public static void install(ProcessEngineConfigurationImpl engine, DataSource dataSource) {
        boolean usual = "".equals(engine.getDatabaseTablePrefix())
                && engine.getJdbcStatementTimeout() == null
                && engine.isJdbcBatchProcessing();
        if (usual) {
            engine.setSqlSessionFactory(factory(read(Product.of(dataSource)).join(), dataSource));
        }
    }

    private static SqlSessionFactory factory(Configuration read, DataSource dataSource) {
        Configuration own = new Configuration(new Environment("default", new ManagedTransactionFactory(), dataSource));
        own.setLazyLoadingEnabled(read.isLazyLoadingEnabled());
        own.setDefaultExecutorType(ExecutorType.BATCH);
        Collection<?> statements = read.getMappedStatements(); // some are placeholders for names that occur twice
        for (Object statement : statements) {
            if (statement instanceof MappedStatement mapped && !own.hasStatement(mapped.getId(), false)) {
                own.addMappedStatement(mapped);
            }
        }
        return new DefaultSqlSessionFactory(own);
    }
}
