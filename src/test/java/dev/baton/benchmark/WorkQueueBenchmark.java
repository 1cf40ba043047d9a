package dev.baton.benchmark;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Prints one table for each database: lives per second by variant and their ratios, then claims by size of the crowd. */
public final class WorkQueueBenchmark {

    private static final int CLIENTS = 8;
    private static final int ROUNDS = Integer.getInteger("rounds", 4);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 5));
    private static final int LARGEST = Integer.getInteger("largest", 1_000_000);
    private static final PrintStream OUT = System.out;

    private WorkQueueBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        for (Database database : List.of(Database.POSTGRES, Database.H2)) {
            lives(database);
            crowd(database);
        }
        System.exit(0);
    }

    private static void lives(Database database) throws Exception {
        Map<String, String> settings = database.settings();
        try (Baton baton = Baton.start(settings, Map.of("camunda.bpm.job-execution.enabled", "true"));
                StockLife stock = new StockLife(database.settings())) {
            List<Life> variants = List.of(
                    new PlainSqlLife(baton.bean(DataSource.class)), new ServiceLife(baton), new HttpLife(baton), stock);
            for (Life variant : variants) {
                Clients.rate(variant, CLIENTS, TURN); // warm up
            }
            Map<Life, List<Double>> rates = new LinkedHashMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                for (Life variant : variants) {
                    rates.computeIfAbsent(variant, v -> new ArrayList<>()).add(Clients.rate(variant, CLIENTS, TURN));
                }
            }
            print(database, rates);
        }
    }

    private static void print(Database database, Map<Life, List<Double>> rates) {
        OUT.printf(
                "%n%s: whole lives per second, %d clients, median of %d turns of %d s, taking turns%n",
                database, CLIENTS, ROUNDS, TURN.toSeconds());
        List<Double> medians = new ArrayList<>();
        rates.forEach((life, measured) -> {
            double median = measured.stream().sorted().toList().get(measured.size() / 2);
            medians.add(median);
            OUT.printf("  %-40s %8.1f%n", life.name(), median);
        });
        OUT.printf(
                "  (b) / (a) = %.2f   (c) / (d) = %.2f%n",
                medians.get(1) / medians.get(0), medians.get(2) / medians.get(3));
    }

    private static void crowd(Database database) throws Exception {
        try (Baton baton = Baton.start(database.settings())) {
            WaitingCrowd crowd = new WaitingCrowd(baton);
            OUT.printf("%n%s: claim-next while so many tasks wait, 4 clients, microseconds%n", database);
            long smallest = 0;
            for (int size : new int[] {1_000, 100_000, LARGEST}) {
                crowd.fillUpTo(size + 2_000);
                crowd.claims(1_000, 4); // warm up
                crowd.fillUpTo(size + 1_000);
                WaitingCrowd.Latency latency = crowd.claims(1_000, 4);
                smallest = smallest == 0 ? latency.p99Micros() : smallest;
                OUT.printf(
                        "  %,10d waiting   p50 %6d   p99 %6d   p99 / p99 at 1k = %.2f%n",
                        size, latency.p50Micros(), latency.p99Micros(), (double) latency.p99Micros() / smallest);
            }
        }
    }
}
