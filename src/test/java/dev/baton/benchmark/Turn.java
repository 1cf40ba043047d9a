package dev.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What one contender did in a few seconds. CPU and WAL are those of one life; times are nanoseconds by step. */
record Turn(double rate, double serverMillis, double databaseMillis, double walBytes, Map<String, List<Long>> times) {

    static Turn of(Contender contender, DatabaseMeter database, int connections, Duration time) throws Exception {
        contender.api().takeTimes();
        double server = contender.server().cpuMillis();
        double postgres = database.cpuMillis();
        long wal = database.walBytes();
        long start = System.nanoTime();
        double rate = Clients.rate(contender.life(), connections, time);
        double lives = rate * (System.nanoTime() - start) / 1e9;
        return new Turn(
                rate,
                (contender.server().cpuMillis() - server) / lives,
                (database.cpuMillis() - postgres) / lives,
                (database.walBytes() - wal) / lives,
                contender.api().takeTimes());
    }

    /** The part that so many of the calls of all turns did not exceed, in milliseconds; of one step, or of all for null. */
    static double millis(List<Turn> turns, String step, double part) {
        List<Long> all = new ArrayList<>();
        for (Turn turn : turns) {
            if (step == null) {
                turn.times().values().forEach((Collection<Long> times) -> all.addAll(times));
            } else {
                all.addAll(turn.times().getOrDefault(step, List.of()));
            }
        }
        Collections.sort(all);
        return all.isEmpty() ? 0 : all.get((int) Math.min(all.size() - 1, Math.floor(all.size() * part))) / 1e6;
    }
}
