package dev.baton.benchmark;

import dev.baton.BatonApplication;
import dev.baton.event.EventFilter;
import dev.baton.event.EventLog;
import dev.baton.event.EventStreams;
import dev.baton.ledger.WithoutEvents;
import dev.baton.move.TaskMoved;
import dev.baton.testing.Baton;
import dev.baton.testing.Crowd;
import dev.baton.testing.Database;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.transaction.event.TransactionalEventListener;

/** Prints what writing events costs without a listener, and how long an event takes from its commit to the listeners. */
public final class EventBenchmark {

    private static final int CLIENTS = 8;
    private static final int WARM_UP = Integer.getInteger("warmup", 8);
    private static final int ROUNDS = Integer.getInteger("rounds", 12);
    private static final Duration TURN = Duration.ofSeconds(Integer.getInteger("seconds", 4));
    private static final int LISTENERS = Integer.getInteger("listeners", 100);
    private static final int MOVES_PER_SECOND = Integer.getInteger("moves", 200);
    private static final int MOVES_OF_A_LIFE = 4;
    private static final PrintStream OUT = System.out;

    /** Notes when moves are committed. */
    @TestConfiguration
    public static class Commits {

        private final Map<String, Long> times = new ConcurrentHashMap<>();

        @TransactionalEventListener
        void committed(TaskMoved moved) {
            times.put(moved.task().id() + " " + moved.task().state(), System.nanoTime());
        }
    }

    private EventBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
        if (ROUNDS > 0) {
            costs();
        }
        latency();
        System.exit(0);
    }

    private static void costs() throws Exception {
        try (Baton with = Baton.start(Database.POSTGRES.settings());
                Baton without = Baton.startWith(
                        List.of(BatonApplication.class, WithoutEvents.class), Database.POSTGRES.settings())) {
            compare("in process", with, new ServiceLife(with), new ServiceLife(without));
            if (Boolean.getBoolean("http")) {
                compare("over HTTP", with, new HttpLife(with), new HttpLife(without));
            }
        }
    }

    /** What a life costs; the processor's time and the log of the database vary less than the rate. */
    private record Costs(double rate, double javaMillis, double postgresMillis, double walBytes) {

        static Costs of(Life life, Baton baton) throws Exception {
            double java = Cpu.now().javaMillis();
            double postgres = postgresMillis(baton);
            long wal = wal(baton);
            long start = System.nanoTime();
            double rate = Clients.rate(life, CLIENTS, TURN);
            double lives = rate * (System.nanoTime() - start) / 1e9;
            return new Costs(
                    rate,
                    (Cpu.now().javaMillis() - java) / lives,
                    (postgresMillis(baton) - postgres) / lives,
                    (wal(baton) - wal) / lives);
        }

        /** Of this PostgreSQL alone: there may be others on the machine. */
        private static double postgresMillis(Baton baton) {
            long connection =
                    baton.sql().sql("SELECT pg_backend_pid()").query(Long.class).single();
            ProcessHandle server =
                    ProcessHandle.of(connection).flatMap(ProcessHandle::parent).orElseThrow();
            return Stream.concat(Stream.of(server), server.children())
                    .mapToDouble(process -> process.info()
                                    .totalCpuDuration()
                                    .orElse(Duration.ZERO)
                                    .toNanos()
                            / 1e6)
                    .sum();
        }

        private static long wal(Baton baton) {
            return baton.sql()
                    .sql("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
                    .query(Long.class)
                    .single();
        }
    }

    /** In turns; each ratio is of two turns that followed each other, in changing order. */
    private static void compare(String how, Baton baton, Life with, Life without) throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            Clients.rate(with, CLIENTS, TURN);
            Clients.rate(without, CLIENTS, TURN);
        }
        List<Costs> events = new ArrayList<>();
        List<Costs> none = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            boolean first = i % 2 == 0;
            Costs one = Costs.of(first ? with : without, baton);
            Costs two = Costs.of(first ? without : with, baton);
            events.add(first ? one : two);
            none.add(first ? two : one);
        }
        OUT.printf("%s, %d clients, %d pairs of turns of %d s%n", how, CLIENTS, ROUNDS, TURN.toSeconds());
        print("lives/s", events, none, Costs::rate);
        print("ms of CPU a life, Java", events, none, Costs::javaMillis);
        print("ms of CPU a life, PostgreSQL", events, none, Costs::postgresMillis);
        print("ms of CPU a life", events, none, costs -> costs.javaMillis() + costs.postgresMillis());
        print("bytes of WAL a life", events, none, Costs::walBytes);
    }

    private static void print(String what, List<Costs> with, List<Costs> without, ToDoubleFunction<Costs> value) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < with.size(); i++) {
            ratios.add(value.applyAsDouble(with.get(i)) / value.applyAsDouble(without.get(i)));
        }
        OUT.printf(
                "  %s: %.2f with events, %.2f without; ratio %.3f (quartiles %.3f and %.3f)%n",
                what,
                at(with.stream().map(value::applyAsDouble).toList(), 0.5),
                at(without.stream().map(value::applyAsDouble).toList(), 0.5),
                at(ratios, 0.5),
                at(ratios, 0.25),
                at(ratios, 0.75));
    }

    private static void latency() throws Exception {
        try (Baton baton =
                Baton.startWith(List.of(BatonApplication.class, Commits.class), Database.POSTGRES.settings())) {
            ServiceLife life = new ServiceLife(baton);
            try (StreamCrowd crowd = new StreamCrowd(baton, LISTENERS)) {
                Crowd.waitUntil(
                        "all listen", 30, () -> baton.bean(EventStreams.class).count() == LISTENERS);
                paced(life, Duration.ofSeconds(30)); // to warm up
                long start = baton.bean(EventLog.class).numberAll().last();
                paced(life, Duration.ofSeconds(30));
                LockSupport.parkNanos(2_000_000_000L);
                print(baton, start, crowd.arrivals());
            }
        }
    }

    private static void print(Baton baton, long start, List<StreamCrowd.Arrival> arrivals) {
        EventLog log = baton.bean(EventLog.class);
        Map<String, Long> commits = baton.bean(Commits.class).times;
        Map<Long, Long> byNumber = new ConcurrentHashMap<>();
        log.list(EventFilter.ALL, start, log.numberAll().last(), Integer.MAX_VALUE)
                .forEach(event -> byNumber.put(event.number(), commits.get(event.task() + " " + event.to())));
        List<Double> millis = arrivals.stream()
                .filter(arrival -> byNumber.containsKey(arrival.number()))
                .map(arrival -> (arrival.at() - byNumber.get(arrival.number())) / 1e6)
                .toList();
        OUT.printf(
                "%d listeners, %d moves/s: %d events, %d arrivals (%d expected);"
                        + " from commit to listener p50 %.1f ms, p99 %.1f ms, longest %.1f ms%n",
                LISTENERS,
                MOVES_PER_SECOND,
                byNumber.size(),
                millis.size(),
                (long) byNumber.size() * LISTENERS,
                at(millis, 0.5),
                at(millis, 0.99),
                at(millis, 1));
    }

    /** Starts lives at a steady rate. */
    private static void paced(Life life, Duration time) throws Exception {
        long pause = 1_000_000_000L * MOVES_OF_A_LIFE / MOVES_PER_SECOND;
        long start = System.nanoTime();
        long end = start + time.toNanos();
        AtomicLong next = new AtomicLong(start);
        Clients.together(CLIENTS, () -> {
            for (long at = next.getAndAdd(pause); at < end; at = next.getAndAdd(pause)) {
                LockSupport.parkNanos(at - System.nanoTime());
                life.live();
            }
        });
    }

    private static double at(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1, Math.floor(sorted.size() * part)));
    }
}
