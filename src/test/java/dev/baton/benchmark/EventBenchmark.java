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
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Prints what writing events costs without a listener, and how long an event takes from its commit to the listeners. By
 * default the turns take nine minutes; {@code -Drounds=0} leaves the first part out, {@code -Dlisteners=0} the second.
 */
public final class EventBenchmark {

    private static final int CLIENTS = 8;
    private static final int WARM_UP = Integer.getInteger("warmup", 30);
    private static final int ROUNDS = Integer.getInteger("rounds", 40);
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

    public static void main(String[] arguments) {
        System.setProperty(Database.DURABLE, System.getProperty(Database.DURABLE, "true"));
        int exit = 1; // the servers' threads would keep a failed run alive
        try {
            if (ROUNDS > 0) {
                costs();
            }
            if (LISTENERS > 0) {
                latency();
            }
            exit = 0;
        } catch (Exception | AssertionError e) {
            e.printStackTrace();
        } finally {
            System.exit(exit);
        }
    }

    private static void costs() throws Exception {
        try (Baton with = Baton.start(Database.POSTGRES.settings());
                Baton without = Baton.startWith(
                        List.of(BatonApplication.class, WithoutEvents.class), Database.POSTGRES.settings())) {
            DatabaseMeter meter = new DatabaseMeter(Database.POSTGRES);
            compare("in process", meter, with, without, ServiceLife::new);
            if (Boolean.getBoolean("http")) {
                compare("over HTTP", meter, with, without, HttpLife::new);
            }
        }
    }

    /** What a life costs; the processor's time and the log of the database vary less than the rate. */
    private record Costs(double rate, double javaMillis, double postgresMillis, double walBytes) {

        /** With the numbers of the events, which would otherwise be given in the next turn. */
        static Costs of(Life life, Baton baton, DatabaseMeter meter) throws Exception {
            double java = Cpu.now().javaMillis();
            double postgres = meter.cpuMillis();
            long wal = meter.walBytes();
            long start = System.nanoTime();
            double rate = Clients.rate(life, CLIENTS, TURN);
            double lives = rate * (System.nanoTime() - start) / 1e9;
            baton.bean(EventLog.class).numberAll();
            return new Costs(
                    rate,
                    (Cpu.now().javaMillis() - java) / lives,
                    (meter.cpuMillis() - postgres) / lives,
                    (meter.walBytes() - wal) / lives);
        }
    }

    /** In turns; each ratio is of two turns that followed each other, in changing order. */
    private static void compare(
            String how, DatabaseMeter meter, Baton with, Baton without, Function<Baton, Life> lifeOf) throws Exception {
        Map<Baton, Life> lives = Map.of(with, lifeOf.apply(with), without, lifeOf.apply(without));
        for (int i = 0; i < WARM_UP; i++) {
            Clients.rate(lives.get(with), CLIENTS, TURN);
            Clients.rate(lives.get(without), CLIENTS, TURN);
        }
        List<Costs> events = new ArrayList<>();
        List<Costs> none = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            for (Baton baton : i % 2 == 0 ? List.of(with, without) : List.of(without, with)) {
                (baton == with ? events : none).add(Costs.of(lives.get(baton), baton, meter));
            }
        }
        OUT.printf(
                "%s, %s, %d clients, %d pairs of turns of %d s%n",
                how, meter.product(), CLIENTS, events.size(), TURN.toSeconds());
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
                paced(life, Duration.ofSeconds(10)); // to warm up
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
