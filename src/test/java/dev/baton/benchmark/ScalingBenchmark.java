package dev.baton.benchmark;

import dev.baton.json.Json;
import dev.baton.testing.Database;
import dev.baton.testing.ServerProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Prints the throughput of one, two and four server processes on one PostgreSQL, and what they cost while nothing happens but 10,000 leases
 * and 200 workers wait. Everything shares this machine, so more servers do not mean more processors.
 */
public final class ScalingBenchmark {

    private static final PrintStream OUT = System.out;
    private static final List<Integer> SIZES = List.of(1, 2, 4);
    private static final int CLIENTS = 8;
    private static final int LEASES = Integer.getInteger("leases", 10_000);
    private static final int WAITING = Integer.getInteger("waiting", 200);
    private static final int WARM_UP = Integer.getInteger("warmup", 10);
    private static final int SECONDS = Integer.getInteger("seconds", 10);
    private static final int BULK = 500;

    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Post> apis = new ArrayList<>();
    private final Map<String, String> settings = new HashMap<>(Database.POSTGRES.settings());
    private final JdbcClient sql = JdbcClient.create(database(settings));
    private final Path folder = Files.createTempDirectory("scaling");
    private final AtomicLong lives = new AtomicLong();

    private ScalingBenchmark() throws IOException {
        settings.put("spring.profiles.active", "demo");
        settings.put("baton.demo.tasks", "false");
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
        new ScalingBenchmark().run();
        System.exit(0);
    }

    private void run() throws Exception {
        try {
            for (int size : SIZES) {
                grow(size);
                live(Duration.ofSeconds(WARM_UP));
                throughput();
            }
            long ended = sql.sql("SELECT count(*) FROM task WHERE ended_at IS NOT NULL")
                    .query(Long.class)
                    .single();
            OUT.printf("%d lives were answered, %d tasks have ended%n", lives.get(), ended);
            lease();
            for (int i = SIZES.size() - 1; i >= 0; i--) {
                shrink(SIZES.get(i));
                idle();
            }
        } finally {
            servers.forEach(ServerProcess::kill);
        }
    }

    private static PGSimpleDataSource database(Map<String, String> settings) {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(settings.get("spring.datasource.url"));
        database.setUser(settings.get("spring.datasource.username"));
        database.setPassword(settings.get("spring.datasource.password"));
        return database;
    }

    private void grow(int size) {
        List<CompletableFuture<ServerProcess>> starting = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> ServerProcess.startAsInstalled(folder, settings)))
                .limit(size - servers.size())
                .toList();
        for (CompletableFuture<ServerProcess> started : starting) {
            ServerProcess server = started.join();
            String token = server.as("admin", "demo")
                    .post("/api/tokens", "{\"user\":\"worker-1\",\"name\":\"benchmark " + servers.size() + "\"}")
                    .expect(201)
                    .json()
                    .get("token")
                    .asText();
            servers.add(server);
            apis.add(new Post(server.url() + "/api", "Bearer " + token));
        }
    }

    private void shrink(int size) {
        while (servers.size() > size) {
            apis.remove(servers.size() - 1);
            servers.remove(servers.size() - 1).kill();
        }
    }

    private double live(Duration time) throws Exception {
        AtomicInteger client = new AtomicInteger();
        long before = lives.get();
        long start = System.nanoTime();
        Clients.together(CLIENTS, () -> {
            Life life = new HttpLife(apis.get(client.getAndIncrement() % apis.size()), "work-queue", "{}");
            while (System.nanoTime() - start < time.toNanos()) {
                life.live();
                lives.incrementAndGet();
            }
        });
        return (lives.get() - before) / ((System.nanoTime() - start) / 1e9);
    }

    private void throughput() throws Exception {
        Usage before = usage();
        AtomicLong waits = new AtomicLong();
        AtomicLong samples = new AtomicLong();
        CompletableFuture<Double> rate = CompletableFuture.supplyAsync(() -> {
            try {
                return live(Duration.ofSeconds(SECONDS));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        while (!rate.isDone()) {
            waits.addAndGet(sql.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type='Lock'")
                    .query(Long.class)
                    .single());
            samples.incrementAndGet();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        Usage used = usage().since(before);
        OUT.printf(
                "%d servers, %d connections: %.0f lives/s; CPU %.0f %% servers, %.0f %% PostgreSQL (100 %% is one"
                        + " core); sessions waiting for a lock %.2f on average; deadlocks %d%n",
                servers.size(),
                CLIENTS,
                rate.join(),
                used.serverPercent(),
                used.postgresPercent(),
                (double) waits.get() / samples.get(),
                used.deadlocks());
    }

    /** Tasks that workers hold for an hour. */
    private void lease() throws Exception {
        for (int done = 0; done < LEASES; done += BULK) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < BULK; i++) {
                ids.add("held-" + (done + i));
            }
            AtomicInteger next = new AtomicInteger();
            Clients.together(CLIENTS, () -> {
                for (int i = next.getAndIncrement(); i < BULK; i = next.getAndIncrement()) {
                    apis.get(i % apis.size())
                            .send(
                                    "create",
                                    "/tasks",
                                    "{\"lifecycle\":\"work-queue\",\"id\":\"%s\",\"data\":{\"claimTimeout\":\"PT1H\"}}"
                                            .formatted(ids.get(i)));
                }
            });
            String tasks = Json.text(Json.read("[\"" + String.join("\",\"", ids) + "\"]"));
            String claim = "{\"tasks\":%s,\"action\":{\"trigger\":\"claim\"}}".formatted(tasks);
            apis.get(0).send("claim", "/tasks/bulk", claim);
        }
        sql.sql("VACUUM ANALYZE").update();
    }

    private void idle() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(WAITING);
        AtomicInteger number = new AtomicInteger();
        for (int i = 0; i < WAITING; i++) {
            workers.submit(() -> {
                Post api = apis.get(number.getAndIncrement() % apis.size());
                while (!Thread.currentThread().isInterrupted()) {
                    api.send("claim", "/claims", "{\"lifecycle\":\"work-queue\",\"wait\":60}");
                }
                return null;
            });
        }
        TimeUnit.SECONDS.sleep(5);
        Usage before = usage();
        TimeUnit.SECONDS.sleep(SECONDS);
        Usage used = usage().since(before);
        workers.shutdownNow();
        OUT.printf(
                "%d servers, idle with %d leases and %d waiting workers: CPU %.1f %% servers, %.1f %% PostgreSQL (100"
                        + " %% is one core); %.1f transactions/s; %s MB resident in each server%n",
                servers.size(),
                sql.sql("SELECT count(*) FROM task WHERE state='claimed'")
                        .query(Integer.class)
                        .single(),
                WAITING,
                used.serverPercent(),
                used.postgresPercent(),
                used.transactions() / used.seconds(),
                servers.stream().map(ScalingBenchmark::residentMegabytes).toList());
    }

    private static long residentMegabytes(ServerProcess server) {
        try {
            return Files.readAllLines(Path.of("/proc/" + server.handle().pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private Usage usage() {
        double millis = servers.stream()
                .mapToDouble(server -> server.handle()
                                .info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toNanos()
                        / 1e6)
                .sum();
        return sql.sql("""
            SELECT xact_commit + xact_rollback, deadlocks, pg_backend_pid() FROM pg_stat_database
            WHERE datname = current_database()\
            """)
                .query((row, i) -> new Usage(
                        System.nanoTime() / 1e9,
                        millis,
                        postgresMillis(row.getLong(3)),
                        row.getLong(1),
                        row.getLong(2)))
                .single();
    }

    /** Of this PostgreSQL only; the machine may have others. */
    private static double postgresMillis(long session) {
        ProcessHandle postgres =
                ProcessHandle.of(session).flatMap(ProcessHandle::parent).orElseThrow();
        return Stream.concat(Stream.of(postgres), postgres.children())
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6)
                .sum();
    }
}
