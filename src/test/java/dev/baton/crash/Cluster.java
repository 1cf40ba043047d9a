package dev.baton.crash;

import dev.baton.testing.OtherClock;
import dev.baton.testing.PostgresProcess;
import dev.baton.testing.ServerProcess;
import dev.baton.testing.TcpProxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Three servers on one PostgreSQL, the clocks of two of them a minute off. Each has a connection to PostgreSQL and one for its callers that
 * can be broken.
 */
final class Cluster implements AutoCloseable {

    /** How many seconds the clocks of the servers are ahead. */
    private static final List<Integer> CLOCKS = List.of(0, 60, -60);

    private static final String DATABASE = "baton";

    /** When PostgreSQL was away: nothing can happen on time then. */
    record Outage(Instant from, Instant to) {}

    private final Path folder;
    private final PostgresProcess postgres;
    private final List<TcpProxy> toPostgres = new ArrayList<>();
    private final List<TcpProxy> toServers = new ArrayList<>();
    private final List<ServerProcess> servers = new CopyOnWriteArrayList<>();
    private final List<Outage> outages = new CopyOnWriteArrayList<>();

    Cluster(Path folder) {
        this.folder = folder;
        this.postgres = new PostgresProcess(folder.resolve("postgres"));
        postgres.create(DATABASE);
        CLOCKS.forEach(clock -> toPostgres.add(new TcpProxy(postgres.port())));
        try {
            servers.add(start(0)); // alone, because it creates the tables
            IntStream.range(1, size())
                    .mapToObj(number -> CompletableFuture.supplyAsync(() -> start(number)))
                    .toList()
                    .forEach(server -> servers.add(server.join()));
            servers.forEach(server -> toServers.add(new TcpProxy(port(server))));
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    static int size() {
        return CLOCKS.size();
    }

    private ServerProcess start(int number) {
        Map<String, String> settings = new HashMap<>();
        settings.put(
                "spring.datasource.url",
                "jdbc:postgresql://localhost:%d/%s"
                        .formatted(toPostgres.get(number).port(), DATABASE));
        settings.put("spring.datasource.username", "postgres");
        settings.put("spring.datasource.password", "postgres");
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
        settings.put("baton.webhooks.allow-private", "true");
        settings.put("camunda.bpm.webapp.enabled", "false");
        int ahead = CLOCKS.get(number);
        return ServerProcess.startIn(ahead == 0 ? Map.of() : OtherClock.of(ahead), folder, settings);
    }

    private static int port(ServerProcess server) {
        return Integer.parseInt(server.url().replaceAll(".*:", ""));
    }

    /** The address of a server for its callers, which stays the same when it is started again. */
    String url(int number) {
        return "http://127.0.0.1:" + toServers.get(number).port();
    }

    ServerProcess server(int number) {
        return servers.get(number);
    }

    TcpProxy toServer(int number) {
        return toServers.get(number);
    }

    TcpProxy toPostgres(int number) {
        return toPostgres.get(number);
    }

    PostgresProcess postgres() {
        return postgres;
    }

    /** Starts a server that was killed. */
    void restart(int number) {
        ServerProcess server = start(number);
        servers.set(number, server);
        toServers.get(number).target(port(server));
    }

    /** Ends PostgreSQL in some way and starts it again. */
    void restartPostgres(Runnable end) {
        Instant from = Instant.now();
        end.run();
        postgres.start();
        outages.add(new Outage(from, Instant.now()));
    }

    List<Outage> outages() {
        return List.copyOf(outages);
    }

    /** Directly on PostgreSQL, by no server. */
    JdbcClient sql() {
        return JdbcClient.create(postgres.database(DATABASE));
    }

    javax.sql.DataSource database() {
        return postgres.database(DATABASE);
    }

    @Override
    public void close() {
        servers.forEach(ServerProcess::kill);
        toServers.forEach(TcpProxy::close);
        toPostgres.forEach(TcpProxy::close);
        postgres.close();
    }
}
