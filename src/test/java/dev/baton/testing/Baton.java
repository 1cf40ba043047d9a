package dev.baton.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.BatonApplication;
import dev.baton.claim.LeaseExpiry;
import dev.baton.engine.identity.QuickStart;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.ProcessEngines;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.runtime.Job;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A running server with the demo users, the shipped lifecycles and the tests' own; timers fire only when a test fires them. */
public final class Baton implements AutoCloseable {

    public static final ObjectMapper JSON = new ObjectMapper();

    /** The system property that turns the optimisations off for all tests that do not say themselves whether they are on. */
    private static final String FAST_PATH = "fast-path";

    private static final String WEBAPPS = "camunda.bpm.webapp.enabled";

    private static final Map<Database, Baton> SHARED = new EnumMap<>(Database.class);
    private static Baton withoutFastPath;

    private final ConfigurableApplicationContext context;
    private final String url;

    private Baton(ConfigurableApplicationContext context) {
        this.context = context;
        this.url = "http://127.0.0.1:"
                + ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    /** One server for each database serves all tests of this JVM. */
    public static synchronized Baton on(Database database) {
        return shared(SHARED.computeIfAbsent(database, d -> start(d.settings(), Map.of(WEBAPPS, "true"))));
    }

    /** A third shared server, on PostgreSQL with {@code baton.fast-path=false}. */
    public static synchronized Baton withoutFastPath() {
        if (withoutFastPath == null) {
            withoutFastPath = start(Database.POSTGRES.prepared(), Map.of(WEBAPPS, "true", "baton.fast-path", "false"));
        }
        return shared(withoutFastPath);
    }

    /** Camunda's REST looks up one engine per JVM, and the tests have several. */
    private static Baton shared(Baton server) {
        ProcessEngines.registerProcessEngine(server.engine());
        return server;
    }

    /** A separate server for one test. */
    @SafeVarargs
    public static Baton start(Map<String, String>... settings) {
        return startWith(List.of(BatonApplication.class), settings);
    }

    /** A server with additional beans. */
    @SafeVarargs
    public static Baton startWith(List<Class<?>> sources, Map<String, String>... settings) {
        Map<String, Object> options = new HashMap<>();
        options.put("spring.profiles.active", "demo");
        options.put("baton.demo.tasks", "false");
        options.put("baton.lifecycles", "classpath:/bpmn,classpath:/lifecycles");
        options.put("baton.fast-path", System.getProperty(FAST_PATH, "true"));
        options.put("camunda.bpm.job-execution.enabled", "false");
        options.put("server.port", "0");
        options.put("server.servlet.session.persistent", "false"); // servers of one process would share the file
        options.put("baton.webhooks.allow-private", "true"); // the receivers of the tests are on this machine
        options.put("baton.webhooks.base-url", "https://baton.example.org");
        options.put("spring.mail.host", "127.0.0.1");
        options.put("spring.mail.port", String.valueOf(MailServer.shared().port()));
        options.put("baton.mail.from", "baton@example.org");
        options.put(
                WEBAPPS, "false"); // they exist once per JVM, and a server that closes would close them for the others
        // PostgreSQL stops with the JVM, too: closing the pool would wait for it.
        options.put("spring.main.register-shutdown-hook", "false");
        Arrays.stream(settings).forEach(options::putAll);
        String[] arguments = options.entrySet().stream()
                .map(e -> "--" + e.getKey() + "=" + e.getValue())
                .toArray(String[]::new);
        List<Class<?>> all = new ArrayList<>(sources);
        all.add(QuickStart.class);
        return new Baton(new SpringApplicationBuilder(all.toArray(Class[]::new))
                .registerShutdownHook(false) // it would race the hook that stops PostgreSQL
                .run(arguments));
    }

    /** Another server on the same database. */
    public Baton another() {
        return start(List.of("url", "username", "password").stream()
                .map(name -> "spring.datasource." + name)
                .collect(Collectors.toMap(name -> name, this::setting)));
    }

    public String url() {
        return url;
    }

    public Caller as(String user) {
        return new Caller(url, Caller.basic(user, "demo"));
    }

    public Caller admin() {
        return as("admin");
    }

    public Caller as(String user, String password) {
        return new Caller(url, Caller.basic(user, password));
    }

    public Caller withToken(String token) {
        return new Caller(url, "Bearer " + token);
    }

    public Caller anonymous() {
        return new Caller(url, null);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    public ProcessEngine engine() {
        return bean(ProcessEngine.class);
    }

    /** Bypasses the server: every statement is a transaction. */
    public JdbcClient sql() {
        return JdbcClient.create(new DelegatingDataSource(bean(DataSource.class)) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                connection.setAutoCommit(true);
                return connection;
            }
        });
    }

    /** Has the pool open new connections to PostgreSQL, and waits until the old ones are gone. */
    public void closeConnections() {
        try {
            List<Integer> old = backends();
            bean(DataSource.class)
                    .unwrap(HikariDataSource.class)
                    .getHikariPoolMXBean()
                    .softEvictConnections();
            Crowd.waitUntil(
                    "the old connections are gone",
                    30,
                    () -> backends().stream().noneMatch(old::contains));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The connections for notifications are not of the pool. */
    private List<Integer> backends() {
        return sql().sql("""
                        SELECT pid FROM pg_stat_activity WHERE datname = current_database()
                          AND backend_type = 'client backend' AND query NOT LIKE 'LISTEN%' AND query NOT LIKE '%pg_notify%'""").query(Integer.class).list();
    }

    public String setting(String name) {
        return context.getEnvironment().getRequiredProperty(name);
    }

    /** Whether this is the server on H2, on which tests of what no database decides run in full. */
    public boolean onH2() {
        return setting("spring.datasource.url").startsWith("jdbc:h2:");
    }

    /** An id that no other test uses. */
    public static String newId() {
        return "t-" + UUID.randomUUID();
    }

    /** Creates a task as admin and returns its id. */
    public String create(String lifecycle) {
        return create(lifecycle, "{}");
    }

    public String create(String lifecycle, String data) {
        String id = newId();
        admin().post("/api/tasks", "{\"lifecycle\":\"%s\",\"id\":\"%s\",\"data\":%s}".formatted(lifecycle, id, data))
                .expect(201);
        return id;
    }

    /** Deploys a valid diagram. */
    public void deploy(Drawing drawing) {
        deploy(drawing.key(), drawing.xml());
    }

    public void deploy(String key, String diagram) {
        admin().put("/api/lifecycles/" + key, diagram, "application/xml").expect(200);
    }

    /** Deploys a valid diagram and creates a task of it. */
    public String create(Drawing drawing) {
        deploy(drawing);
        return create(drawing.key());
    }

    /** Moves the tasks of a lifecycle's first version to its second. */
    public JsonNode migrate(String key) {
        return admin().post("/api/lifecycles/" + key + "/migrations", "{\"from\":1,\"to\":2}")
                .expect(200)
                .json();
    }

    /** What {@code GET /api/lifecycles/{key}} answers. */
    public JsonNode lifecycle(String key) {
        return admin().get("/api/lifecycles/" + key).expect(200).json();
    }

    /** How many versions of a lifecycle the engine has. */
    public long versions(String key) {
        return engine().getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKey(key)
                .count();
    }

    /** The jobs that the engine has for a task, the next first. */
    public List<Job> jobs(String id) {
        return engine().getManagementService()
                .createJobQuery()
                .processInstanceId(Traces.instance(this, id))
                .orderByJobDuedate()
                .asc()
                .list();
    }

    public String state(String id) {
        return task(id).get("state").asText();
    }

    public JsonNode task(String id) {
        return admin().get("/api/tasks/" + id).expect(200).json();
    }

    public List<JsonNode> history(String id) {
        return Json.list(
                admin().get("/api/tasks/" + id + "/history").expect(200).json());
    }

    /** Fires the timers of one task that are due by the engine's clock. */
    public void fireTimers(String id) {
        bean(LeaseExpiry.class).createDueTimers();
        String instance = engine().getRuntimeService()
                .createProcessInstanceQuery()
                .processInstanceBusinessKey(id)
                .singleResult()
                .getId();
        List<Job> due = engine().getManagementService()
                .createJobQuery()
                .processInstanceId(instance)
                .duedateLowerThan(new Date(ClockUtil.getCurrentTime().getTime() + 1))
                .list();
        due.forEach(job -> engine().getManagementService().executeJob(job.getId()));
    }

    @Override
    public void close() {
        context.close();
    }
}
