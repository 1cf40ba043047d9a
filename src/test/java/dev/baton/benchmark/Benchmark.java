package dev.baton.benchmark;

import dev.baton.testing.Database;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares whole lives over HTTP: Baton, an application with plain SQL, and Camunda in its own ways, each in a process of its
 * own and with a database of its own, in alternating turns. {@code tools/benchmark} runs it.
 */
public final class Benchmark {

    private static final int CLIENTS = Integer.getInteger("connections", 8);
    private static final List<Integer> MORE_CLIENTS = List.of(32, 128);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 4));
    private static final Path JAR = Path.of(System.getProperty("jar", "target/baton-0.1.0.jar"));
    private static final List<String> SYSTEMS = list("systems", "floor,baton,external,user");
    private static final PrintStream OUT = System.out;

    private final Database database;
    private final int warmUp;
    private final int rounds;
    private final List<Contender> contenders = new ArrayList<>();

    private Benchmark(Database database) {
        this.database = database;
        boolean h2 = database == Database.H2;
        this.warmUp = Integer.getInteger("warmup", h2 ? 6 : 20);
        this.rounds = Integer.getInteger("rounds", h2 ? 3 : 7);
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
        for (String database : list("databases", "POSTGRES,H2")) {
            new Benchmark(Database.valueOf(database)).run();
        }
        System.exit(0);
    }

    private static List<String> list(String property, String otherwise) {
        return List.of(System.getProperty(property, otherwise).split(","));
    }

    private void run() throws Exception {
        DatabaseMeter meter = new DatabaseMeter(database);
        try {
            for (String system : SYSTEMS) {
                note("starting " + system);
                contenders.add(start(system));
            }
            Map<Contender, Long> idle = new LinkedHashMap<>();
            for (Contender contender : contenders) {
                idle.put(contender, contender.server().residentMegabytes());
            }
            note("warming up");
            Map<Contender, List<Turn>> first = turns(meter, CLIENTS, warmUp);
            note("measuring");
            Map<Contender, List<Turn>> turns = turns(meter, CLIENTS, rounds);
            Map<Integer, Map<Contender, List<Turn>>> more = new LinkedHashMap<>();
            more.put(CLIENTS, turns);
            if (database == Database.POSTGRES) {
                for (int clients : MORE_CLIENTS) {
                    note("measuring with " + clients + " connections");
                    more.put(clients, turns(meter, clients, Math.max(1, rounds / 3)));
                }
            }
            OUT.printf(
                    "%n## %s, %d connections, medians of %d turns of %d s after %d to warm up%n",
                    meter.product(), CLIENTS, rounds, TURN.toSeconds(), warmUp);
            BenchmarkTables tables = new BenchmarkTables(OUT);
            tables.print(turns, more, idle);
            tables.warmUp(first);
        } finally {
            for (Contender contender : contenders) {
                contender.close();
            }
        }
    }

    private Contender start(String system) throws Exception {
        return switch (system) {
            case "floor" -> Contender.floor(database);
            case "baton" -> Contender.baton(database, JAR);
            case "external" -> Contender.externalTasks(database);
            case "user" -> Contender.userTasks(database);
            case "messages" -> Contender.messages(database);
            default -> throw new IllegalArgumentException("there is no system " + system);
        };
    }

    private Map<Contender, List<Turn>> turns(DatabaseMeter meter, int clients, int count) throws Exception {
        Map<Contender, List<Turn>> turns = new LinkedHashMap<>();
        for (int round = 0; round < count; round++) {
            for (Contender contender : contenders) {
                turns.computeIfAbsent(contender, c -> new ArrayList<>()).add(Turn.of(contender, meter, clients, TURN));
            }
        }
        return turns;
    }

    /** Standard output is for the tables alone. */
    private void note(String what) {
        System.err.println(database + ": " + what);
    }
}
