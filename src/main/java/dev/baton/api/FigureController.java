package dev.baton.api;

import dev.baton.engine.EngineHealth;
import dev.baton.engine.deployment.Lifecycles;
import dev.baton.figures.AgentActivity;
import dev.baton.figures.AgentActivity.Spent;
import dev.baton.figures.Budgets;
import dev.baton.figures.FlowFigures;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Figures about incidents, costs and the flow of tasks. */
@RestController
@RequestMapping("/api")
@Tag(name = "Figures")
class FigureController {

    private static final Duration WINDOW = Duration.ofDays(14);

    record Figures(long incidents, BigDecimal costTodayUsd, long runsToday) {}

    record DailyCost(LocalDate day, String user, String lifecycle, long runs, long failed, BigDecimal costUsd) {

        static DailyCost none(Key key) {
            return new DailyCost(key.day(), key.user(), key.lifecycle(), 0, 0, BigDecimal.ZERO);
        }

        DailyCost plus(Spent run) {
            return new DailyCost(
                    day, user, lifecycle, runs + 1, failed + (run.failed() ? 1 : 0), costUsd.add(run.costUsd()));
        }
    }

    private record Key(LocalDate day, String user, String lifecycle) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            return (day + user + "\n" + lifecycle).compareTo(other.day + other.user + "\n" + other.lifecycle);
        }
    }

    private final AgentActivity activity;
    private final FlowFigures flow;
    private final Budgets budgets;
    private final EngineHealth engine;
    private final Lifecycles lifecycles;
    private final Clock clock;

    FigureController(
            AgentActivity activity,
            FlowFigures flow,
            Budgets budgets,
            EngineHealth engine,
            Lifecycles lifecycles,
            Clock clock) {
        this.activity = activity;
        this.flow = flow;
        this.budgets = budgets;
        this.engine = engine;
        this.lifecycles = lifecycles;
        this.clock = clock;
    }

    @GetMapping("/figures")
    @Operation(operationId = "getFigures", summary = "Incidents, and what the runs of today (UTC) have cost")
    Figures figures() {
        List<Spent> today = activity.spent(clock.instant().truncatedTo(ChronoUnit.DAYS));
        BigDecimal cost = today.stream().map(Spent::costUsd).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Figures(engine.incidents(), cost, today.size());
    }

    @GetMapping("/figures/costs")
    @Operation(
            operationId = "listCosts",
            summary = "What runs have cost by day (UTC), user and lifecycle, in the last 14 days")
    List<DailyCost> costs() {
        Map<Key, DailyCost> costs = new TreeMap<>();
        Instant since = clock.instant().minus(WINDOW);
        for (Spent run : activity.spent(since)) {
            Key key = new Key(LocalDate.ofInstant(run.at(), ZoneOffset.UTC), run.user(), run.lifecycle());
            costs.put(key, costs.getOrDefault(key, DailyCost.none(key)).plus(run));
        }
        return List.copyOf(costs.values());
    }

    @GetMapping("/figures/budgets")
    @Operation(
            operationId = "listBudgets",
            summary =
                    "Tasks with a budget and a run in the last 14 days: what they have cost, nearest to the limit first")
    List<Budgets.Budget> budgets() {
        return budgets.since(clock.instant().minus(WINDOW));
    }

    @GetMapping("/lifecycles/{key}/flow")
    @Operation(
            operationId = "getFlow",
            summary =
                    "How many tasks are in each state, how long they stay, come back, come and go by day; refused moves")
    FlowFigures.Flow flow(@PathVariable String key) {
        NotFound.demandLifecycle(lifecycles, key);
        return flow.of(key);
    }
}
