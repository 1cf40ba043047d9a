package dev.baton.benchmark;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.PrintStream;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Prints one table for each database: lives per second by variant and their ratios, then claims by size of the crowd. */
public final class WorkQueueBenchmark {

    private static final int CLIENTS = 8;
    private static final int WARM_UP = Integer.getInteger("warmup", 30);
    private static final int ROUNDS = Integer.getInteger("rounds", 7);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 5));
    private static final double BUSY = 0.1;
    private static final int LARGEST = Integer.getInteger("largest", 1_000_000);
    private static final List<Database> DATABASES =
            List.of(System.getProperty("databases", "POSTGRES,H2").split(",")).stream()
                    .map(Database::valueOf)
                    .toList();
    private static final PrintStream OUT = System.out;

    private record Turn(double rate, Cpu each) {}

    private WorkQueueBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
        for (Database database : DATABASES) {
            lives(database);
            new Crowds(database, LARGEST).print(OUT);
        }
        System.exit(0);
    }

    private static void lives(Database database) throws Exception {
        Map<String, String> settings = database.settings();
        try (Baton baton = Baton.start(settings, Map.of("camunda.bpm.job-execution.enabled", "true"));
                StockLife stock = new StockLife(database.settings());
                HikariDataSource pool = pool(settings)) {
            DataSource plain = database == Database.POSTGRES ? pool : baton.bean(DataSource.class);
            List<Life> variants = List.of(
                    PlainSqlLife.least(plain),
                    PlainSqlLife.whole(plain),
                    new ServiceLife(baton),
                    new HttpLife(baton),
                    stock);
            int warmUp = warmUp(variants);
            Map<Life, List<Turn>> turns = new LinkedHashMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                for (Life variant : variants) {
                    turns.computeIfAbsent(variant, v -> new ArrayList<>()).add(turn(variant));
                }
            }
            print(database, turns, warmUp);
        }
    }

    /** Until the JVM's compilers, which share the processor, are done; so many rounds at the most. Tells how many it took. */
    private static int warmUp(List<Life> variants) throws Exception {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        for (int round = 1; round <= WARM_UP; round++) {
            long before = compilers.getTotalCompilationTime();
            for (Life variant : variants) {
                Clients.rate(variant, CLIENTS, TURN);
            }
            long compiled = compilers.getTotalCompilationTime() - before;
            if (compiled < BUSY * TURN.toMillis() * variants.size()) {
                return round;
            }
        }
        return WARM_UP;
    }

    /** Nothing of Baton's is between plain SQL and its database. */
    private static HikariDataSource pool(Map<String, String> settings) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(settings.get("spring.datasource.url"));
        pool.setUsername(settings.get("spring.datasource.username"));
        pool.setPassword(settings.get("spring.datasource.password"));
        pool.setMinimumIdle(0);
        pool.setMaximumPoolSize(CLIENTS);
        return pool;
    }

    private static Turn turn(Life variant) throws Exception {
        Cpu before = Cpu.now();
        long start = System.nanoTime();
        double rate = Clients.rate(variant, CLIENTS, TURN);
        double lives = rate * (System.nanoTime() - start) / 1e9;
        return new Turn(rate, Cpu.now().since(before).each(lives));
    }

    private static void print(Database database, Map<Life, List<Turn>> turns, int warmUp) {
        OUT.printf(
                "%n%s: whole lives per second, %d clients, median of %d turns of %d s after %d to warm up, taking turns%n",
                database, CLIENTS, ROUNDS, TURN.toSeconds(), warmUp);
        OUT.printf("  %-40s %8s %15s %18s%n", "", "lives/s", "range", "CPU ms Java + PG");
        Map<String, Double> medians = new LinkedHashMap<>();
        turns.forEach((life, measured) -> {
            List<Turn> sorted = measured.stream()
                    .sorted((one, other) -> Double.compare(one.rate(), other.rate()))
                    .toList();
            Turn median = sorted.get(sorted.size() / 2);
            medians.put(life.name().substring(0, life.name().indexOf(' ')), median.rate());
            OUT.printf(
                    "  %-40s %8.1f %15s %10.2f + %.2f%n",
                    life.name(),
                    median.rate(),
                    "%.0f-%.0f"
                            .formatted(
                                    sorted.get(0).rate(),
                                    sorted.get(sorted.size() - 1).rate()),
                    median.each().javaMillis(),
                    median.each().postgresMillis());
        });
        OUT.printf(
                "  (b) / (a) = %.2f   (b) / (a+) = %.2f   (c) / (d) = %.2f%n",
                medians.get("(b)") / medians.get("(a)"),
                medians.get("(b)") / medians.get("(a+)"),
                medians.get("(c)") / medians.get("(d)"));
        OUT.flush();
    }
}
