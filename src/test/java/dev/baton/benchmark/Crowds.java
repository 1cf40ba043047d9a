package dev.baton.benchmark;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Claims while a thousand, a hundred thousand and a million tasks wait, each crowd in a database of its own, taking turns. */
final class Crowds {

    private static final int CLIENTS = 4;
    private static final int CLAIMS = 500;
    private static final int WARM_UP = Integer.getInteger("crowd.warmup", 6);
    private static final int ROUNDS = Integer.getInteger("crowd.rounds", 10);

    private final Database database;
    private final int[] sizes;

    Crowds(Database database, int largest) {
        this.database = database;
        this.sizes = new int[] {1_000, 100_000, largest};
    }

    void print(PrintStream out) throws Exception {
        List<Baton> servers = new ArrayList<>();
        try {
            Map<Integer, WaitingCrowd> crowds = new LinkedHashMap<>();
            for (int size : sizes) {
                servers.add(Baton.start(database.settings()));
                crowds.put(size, new WaitingCrowd(servers.get(servers.size() - 1)));
                crowds.get(size).gather(size + CLAIMS);
            }
            Map<Integer, List<Long>> micros = new LinkedHashMap<>();
            for (int round = 0; round < WARM_UP + ROUNDS; round++) {
                for (int size : sizes) {
                    crowds.get(size).refill(size + CLAIMS);
                    List<Long> measured = crowds.get(size).claims(CLAIMS, CLIENTS);
                    if (round >= WARM_UP) {
                        micros.computeIfAbsent(size, s -> new ArrayList<>()).addAll(measured);
                    }
                }
            }
            print(out, micros);
        } finally {
            servers.forEach(Baton::close);
        }
    }

    private void print(PrintStream out, Map<Integer, List<Long>> micros) {
        out.printf(
                "%n%s: claim-next while so many tasks wait, %d clients, %d claims each after %d to warm up, taking"
                        + " turns, microseconds%n",
                database, CLIENTS, CLAIMS * ROUNDS, CLAIMS * WARM_UP);
        long smallest = 0;
        for (int size : sizes) {
            List<Long> sorted = micros.get(size);
            Collections.sort(sorted);
            long p99 = sorted.get(sorted.size() * 99 / 100);
            smallest = smallest == 0 ? p99 : smallest;
            out.printf(
                    "  %,10d waiting   p50 %6d   p99 %6d   p99 / p99 at 1k = %.2f%n",
                    size, sorted.get(sorted.size() / 2), p99, (double) p99 / smallest);
        }
        out.flush();
    }
}
