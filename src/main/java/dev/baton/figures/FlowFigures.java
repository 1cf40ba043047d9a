package dev.baton.figures;

import dev.baton.database.TimeColumns;
import dev.baton.ledger.TaskQueries;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Repository;

/** How tasks flow through a lifecycle: how many are where, how long they stay, how many come and go by day. */
@Repository
public class FlowFigures {

    private static final Duration WINDOW = Duration.ofDays(14);

    /**
     * @param since the first step that the times and days are about
     * @param steps how many steps they are about
     * @param refusals refused moves of the last 14 days (UTC)
     */
    public record Flow(
            Instant since,
            int steps,
            List<StateFigures> states,
            List<DailyFlow> days,
            List<RefusedMoves.RefusalCount> refusals) {}

    /**
     * @param medianSeconds how long tasks stayed that left the state; null if none did
     * @param returns how often a task came back to a state that it had left: retries, and work that was sent back
     */
    public record StateFigures(
            String state, long tasks, long left, @Nullable Long medianSeconds, long returns) {}

    public record DailyFlow(LocalDate day, int created, int completed, int failed) {}

    private record Step(String task, String from, String to, String kind, Instant at, boolean ends, boolean satisfied) {

        boolean moves() {
            return !kind.equals("edit") && !kind.equals("within");
        }
    }

    private final JdbcClient jdbc;
    private final TaskQueries queries;
    private final RefusedMoves refusals;
    private final Clock clock;

    FlowFigures(JdbcClient jdbc, TaskQueries queries, RefusedMoves refusals, Clock clock) {
        this.jdbc = jdbc;
        this.queries = queries;
        this.refusals = refusals;
        this.clock = clock;
    }

    public Flow of(String lifecycle) {
        Instant since = clock.instant().minus(WINDOW);
        List<Step> steps = steps(lifecycle, since);
        Map<String, List<Long>> stays = stays(steps);
        Map<String, Long> returns = returns(steps);
        Map<String, Long> counts = queries.countsByState(lifecycle);
        Set<String> states = new TreeSet<>(counts.keySet());
        states.addAll(stays.keySet());
        return new Flow(
                steps.isEmpty() ? since : steps.get(0).at(),
                steps.size(),
                states.stream()
                        .map(state -> new StateFigures(
                                state,
                                counts.getOrDefault(state, 0L),
                                stays.getOrDefault(state, List.of()).size(),
                                median(stays.getOrDefault(state, List.of())),
                                returns.getOrDefault(state, 0L)))
                        .toList(),
                days(steps),
                refusals.since(LocalDate.ofInstant(since, ZoneOffset.UTC), lifecycle));
    }

    /** Oldest first; at most the newest of all lifecycles, so that the time does not grow with the ledger. */
    private List<Step> steps(String lifecycle, Instant since) {
        return jdbc.sql("""
                        SELECT t.task_id, t.from_state, t.to_state, t.kind, t.happened_at,
                          k.terminal AND k.state = t.to_state AS ends, k.satisfied
                        FROM (SELECT task_id, step, from_state, to_state, kind, happened_at FROM task_transition
                              WHERE happened_at > ? ORDER BY happened_at DESC LIMIT ?) t
                        JOIN task k ON k.id = t.task_id WHERE k.lifecycle = ? ORDER BY t.happened_at, t.step""")
                .params(TimeColumns.value(since), AgentActivity.NEWEST, lifecycle)
                .query((row, i) -> new Step(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        TimeColumns.instant(row, "happened_at"),
                        row.getBoolean(6),
                        row.getBoolean(7)))
                .list();
    }

    /** Seconds in a state of each stay whose begin and end are among the steps. */
    private static Map<String, List<Long>> stays(List<Step> steps) {
        Map<String, Instant> entered = new HashMap<>();
        Map<String, List<Long>> stays = new HashMap<>();
        for (Step step : steps) {
            if (step.moves()) {
                Instant begin = entered.put(step.task(), step.at());
                if (begin != null && step.from() != null) {
                    stays.computeIfAbsent(step.from(), s -> new ArrayList<>())
                            .add(Duration.between(begin, step.at()).toSeconds());
                }
            }
        }
        return stays;
    }

    private static Map<String, Long> returns(List<Step> steps) {
        Set<String> left = new HashSet<>();
        Map<String, Long> returns = new HashMap<>();
        for (Step step : steps) {
            if (step.moves() && step.from() != null && !step.from().equals(step.to())) {
                left.add(step.task() + "\n" + step.from());
                if (left.contains(step.task() + "\n" + step.to())) {
                    returns.merge(step.to(), 1L, Long::sum);
                }
            }
        }
        return returns;
    }

    private static Long median(List<Long> values) {
        return values.isEmpty()
                ? null
                : values.stream()
                        .sorted()
                        .skip((values.size() - 1) / 2)
                        .findFirst()
                        .orElseThrow();
    }

    private static List<DailyFlow> days(List<Step> steps) {
        Map<LocalDate, int[]> days = new TreeMap<>();
        for (Step step : steps) {
            int[] day = days.computeIfAbsent(LocalDate.ofInstant(step.at(), ZoneOffset.UTC), d -> new int[3]);
            if (step.from() == null) {
                day[0]++;
            } else if (step.ends() && step.moves()) {
                day[step.satisfied() ? 1 : 2]++;
            }
        }
        return days.entrySet().stream()
                .map(day -> new DailyFlow(day.getKey(), day.getValue()[0], day.getValue()[1], day.getValue()[2]))
                .toList();
    }
}
