package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.engine.identity.QuickStart;
import dev.baton.testing.Database;
import dev.baton.testing.Quick;
import dev.baton.testing.ServerProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A failed start ends the process with one sentence that says what to correct. */
class StartFailuresTest {

    @TempDir
    Path folder;

    @Test
    void anUnreachableDatabase() throws Exception {
        String output = start(database("jdbc:postgresql://127.0.0.1:1/baton?password=hunter2", "baton", "x"));
        assertThat(output)
                .contains(
                        "The database jdbc:postgresql://127.0.0.1:1/baton?password=*** can't be used",
                        "Check spring.datasource.url")
                .doesNotContain("hunter2");
    }

    @Test
    void aWrongPassword() throws Exception {
        String url = Database.newPostgres();
        requirePassword(url);
        assertThat(start(database(url.replaceAll("\\?.*", ""), "postgres", "wrong")))
                .contains("password authentication failed", "username and password");
    }

    @Test
    void anH2FileThatOtherProcessesCanOpen() {
        String url = "jdbc:h2:file:" + folder.resolve("shared").resolve("baton") + ";AUTO_SERVER=TRUE";
        assertThat(startHere(database(url, "sa", "")))
                .contains("An H2 database has to be opened by this server alone", "use PostgreSQL");
    }

    @Test
    void aFolderOfLifecyclesThatCannotBeRead() throws Exception {
        Path missing = folder.resolve("no-such");
        assertThat(startHere(newDatabase(), Map.of("baton.lifecycles", "file:" + missing)))
                .contains("The folder of lifecycles file:" + missing, "can't be read", "baton.lifecycles");
    }

    @Test
    void aFolderWithoutADiagram() throws Exception {
        assertThat(startHere(newDatabase(), Map.of("baton.lifecycles", "file:" + folder)))
                .contains("has no diagram");
    }

    @Test
    void pipelinesThatCanNotBeUsed() throws Exception {
        Path mine = folder.resolve("pipelines.yaml");
        assertThat(startHere(newDatabase(), Map.of("baton.pipeline.config", "file:" + mine)))
                .contains("The pipelines in file:" + mine, "can't be read", "baton.pipeline.config");
        Files.writeString(mine, "tiers: []\n");
        assertThat(startHere(newDatabase(), Map.of("baton.pipeline.config", "file:" + mine)))
                .contains(
                        "The pipelines in file:" + mine + " can't be used",
                        "line 1: tiers: this has to be a list with at least one entry",
                        "pipelines: it is missing");
    }

    @Test
    void settingsOfALifecycleThatCanNotBeRight() throws Exception {
        assertThat(startHere(
                        newDatabase(),
                        Map.of(
                                "baton.policy.work-queue.claimTimeout", "soon",
                                "baton.policy.peer-review.reviewOverdue", "PT0S")))
                .contains(
                        "The setting baton.policy.work-queue.claimTimeout can't be 'soon'; it has to be a duration",
                        "The setting baton.policy.peer-review.reviewOverdue can't be 'PT0S'; it has to be a duration");
    }

    @Test
    void passwordsAndTokensThatCanNotBeRight() throws Exception {
        assertThat(startHere(newDatabase(), Map.of("baton.admin-password", "hunter2")))
                .contains("The setting baton.admin-password can't be used", "at least 12 characters")
                .doesNotContain("hunter2");
        assertThat(bind(Map.of("baton.password.min-length", "0")))
                .contains("The setting baton.password.min-length can't be '0'; it has to be a whole number from 1");
        assertThat(bind(Map.of("baton.tokens.expire-after", "P400D")))
                .contains("The setting baton.tokens.expire-after can't be 'PT9600H'", "baton.tokens.longest");
        assertThat(bind(Map.of("baton.tokens.longest", "PT0S")))
                .contains("The setting baton.tokens.longest can't be 'PT0S'; it has to be a duration");
    }

    @Test
    void limitsThatCanNotBeRight() throws Exception {
        assertThat(bind(Map.of("baton.limits.request-time", "PT2H")))
                .contains("The setting baton.limits.request-time can't be 'PT2H'; it has to be a duration from PT1S");
        assertThat(bind(Map.of("baton.max-active", "many")))
                .contains("The setting baton.max-active can't be 'many'; it has to be a whole number.");
        assertThat(bind(Map.of("baton.diagrams.shortest-cycle", "PT0S")))
                .contains(
                        "The setting baton.diagrams.shortest-cycle can't be 'PT0S'; it has to be a duration from PT0.1S");
        assertThat(bind(Map.of("baton.limits.json-depth", "")))
                .contains("The setting baton.limits.json-depth can't be ''; it has to be a whole number from 1");
    }

    @Test
    void wellKnownPasswordsOnAnAddressForEverybody() throws Exception {
        assertThat(startHere(newDatabase(), Map.of("spring.profiles.active", "demo", "server.address", "0.0.0.0")))
                .contains("The profile demo has well-known passwords", "loopback only");
    }

    @Test
    void proxiesThatAreNoAddresses() throws Exception {
        assertThat(startHere(newDatabase(), Map.of("baton.proxies", "10.0.0.7,proxy.example.org")))
                .contains("The setting baton.proxies can't hold 'proxy.example.org'; it has to be IP addresses");
        assertThat(startHere(newDatabase(), Map.of("server.forward-headers-strategy", "framework")))
                .contains("The setting server.forward-headers-strategy can't be 'framework'", "baton.proxies");
    }

    /** What a start that is bound to fail says until it ends. */
    @SafeVarargs
    private String start(Map<String, String>... settings) throws Exception {
        Quick.leavesOut("servers as processes of their own");
        List<String> command = new ArrayList<>(ServerProcess.java());
        command.addAll(List.of(BatonApplication.class.getName(), "--server.port=0"));
        Arrays.stream(settings).forEach(s -> s.forEach((name, value) -> command.add("--" + name + "=" + value)));
        Path outputFile = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(outputFile.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String output = Files.readString(outputFile, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).isEqualTo(1);
        return checked(output);
    }

    /** The same in this process, which is quicker; without the web applications, of which a process can have one only. */
    @SafeVarargs
    private String startHere(Map<String, String>... settings) {
        return run(List.of(BatonApplication.class, QuickStart.class), "--camunda.bpm.webapp.enabled=false", settings);
    }

    /** The server's settings without a server: enough for a setting that is wrong in itself. */
    @TestConfiguration
    @ConfigurationPropertiesScan(basePackageClasses = BatonApplication.class)
    static class SettingsOnly {}

    private String bind(Map<String, String> settings) {
        return run(
                List.of(SettingsOnly.class),
                "--spring.main.web-application-type=none",
                settings,
                // the server's own context is of another class, which is silent already
                Map.of("logging.level." + AnnotationConfigApplicationContext.class.getName(), "error"));
    }

    @SafeVarargs
    private String run(List<Class<?>> sources, String more, Map<String, String>... settings) {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", more));
        Arrays.stream(settings).forEach(s -> s.forEach((name, value) -> arguments.add("--" + name + "=" + value)));
        PrintStream console = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            assertThatThrownBy(
                    () -> SpringApplication.run(sources.toArray(Class<?>[]::new), arguments.toArray(String[]::new)));
        } finally {
            System.setOut(console);
        }
        return checked(output.toString(StandardCharsets.UTF_8));
    }

    private static String checked(String output) {
        assertThat(output)
                .containsOnlyOnce("APPLICATION FAILED TO START")
                .doesNotContain("\tat ")
                .doesNotContain("Exception");
        return output;
    }

    private Map<String, String> newDatabase() {
        return Database.h2(folder.resolve("data").resolve("baton").toString());
    }

    private static Map<String, String> database(String url, String user, String password) {
        return Map.of(
                "spring.datasource.url",
                url,
                "spring.datasource.username",
                user,
                "spring.datasource.password",
                password);
    }

    /** The PostgreSQL of the tests accepts connections without a password; this requires one for one database. */
    private static void requirePassword(String url) throws SQLException, IOException {
        String name = url.replaceAll(".*/([a-z0-9]+)\\?.*", "$1");
        try (Connection connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            Path rules;
            try (ResultSet row = statement.executeQuery("SHOW hba_file")) {
                row.next();
                rules = Path.of(row.getString(1));
            }
            Files.writeString(rules, "host " + name + " all all scram-sha-256\n" + Files.readString(rules));
            statement.execute("ALTER USER postgres PASSWORD 'postgres'");
            statement.execute("SELECT pg_reload_conf()");
        }
    }
}
