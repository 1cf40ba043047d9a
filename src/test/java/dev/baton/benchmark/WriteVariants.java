package dev.baton.benchmark;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints what a change of the tables does to whole lives: each argument {@code name=file.sql} is a server on a database of
 * its own, in which the statements of the file were executed; they take turns with one on an unchanged database. With
 * {@code -Dh2=true} on H2.
 */
public final class WriteVariants {

    private static final int CLIENTS = 8;
    private static final int WARM_UP = Integer.getInteger("warmup", 6);
    private static final int ROUNDS = Integer.getInteger("rounds", 8);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 4));
    private static final boolean POSTGRES = !Boolean.getBoolean("h2");
    private static final PrintStream OUT = System.out;

    private record Turn(double rate, double javaMillis, double postgresMillis, double wal, double hot) {}

    private WriteVariants() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, Baton> servers = new LinkedHashMap<>();
        servers.put("as it is", server("lives_0"));
        for (String argument : arguments) {
            String[] variant = argument.split("=", 2);
            Baton baton = server("lives_" + servers.size());
            baton.sql().sql(Files.readString(Path.of(variant[1]))).update();
            servers.put(variant[0], baton);
        }
        Map<String, List<Turn>> turns = new LinkedHashMap<>();
        for (int i = 0; i < WARM_UP + ROUNDS; i++) {
            for (var server : servers.entrySet()) {
                Turn turn = turn(server.getValue());
                if (i >= WARM_UP) {
                    turns.computeIfAbsent(server.getKey(), key -> new ArrayList<>())
                            .add(turn);
                }
            }
        }
        turns.forEach(WriteVariants::print);
        System.exit(0);
    }

    private static Baton server(String name) throws Exception {
        return Baton.start(POSTGRES ? PostgresServer.database(name) : Database.H2.settings());
    }

    private static Turn turn(Baton baton) throws Exception {
        double wal = number(baton, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')");
        Cpu before = Cpu.now();
        long start = System.nanoTime();
        double rate = Clients.rate(new ServiceLife(baton), CLIENTS, TURN);
        double lives = rate * (System.nanoTime() - start) / 1e9;
        Cpu used = Cpu.now().since(before).each(lives);
        double written = number(baton, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')") - wal;
        double hot = number(
                baton,
                "SELECT n_tup_hot_upd::numeric / greatest(n_tup_upd, 1) FROM pg_stat_user_tables WHERE relname='task'");
        return new Turn(rate, used.javaMillis(), used.postgresMillis(), written / lives, hot);
    }

    private static double number(Baton baton, String query) {
        return !POSTGRES ? 0 : baton.sql().sql(query).query(Double.class).single();
    }

    private static void print(String name, List<Turn> turns) {
        OUT.printf(
                "%-24s %5.0f lives/s (%.0f to %.0f), CPU ms a life: Java %.2f, PostgreSQL %.2f; WAL %.0f bytes a life; HOT %.2f%n",
                name,
                median(turns.stream().map(Turn::rate).toList()),
                turns.stream().mapToDouble(Turn::rate).min().orElse(0),
                turns.stream().mapToDouble(Turn::rate).max().orElse(0),
                median(turns.stream().map(Turn::javaMillis).toList()),
                median(turns.stream().map(Turn::postgresMillis).toList()),
                median(turns.stream().map(Turn::wal).toList()),
                turns.get(turns.size() - 1).hot());
        OUT.flush();
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0.0);
    }
}
