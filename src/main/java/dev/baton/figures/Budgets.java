package dev.baton.figures;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.database.TimeColumns;
import dev.baton.json.Json;
import dev.baton.policy.Policy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What tasks with a budget have spent of it: those with the newest runs. */
@Repository
public class Budgets {

    /** So many runs are looked at, the newest ones. */
    private static final int RUNS = 2_000;

    public record Budget(
            String task, String title, String lifecycle, boolean ended, BigDecimal costUsd, BigDecimal budgetUsd) {

        double share() {
            return costUsd.doubleValue() / Math.max(budgetUsd.doubleValue(), 1e-9);
        }
    }

    private final JdbcClient jdbc;
    private final Policy policy;

    Budgets(JdbcClient jdbc, Policy policy) {
        this.jdbc = jdbc;
        this.policy = policy;
    }

    /** Those that have used most of their budget first. */
    public List<Budget> since(Instant since) {
        return jdbc
                .sql("""
                        SELECT k.id, k.title, k.lifecycle, k.ended_at, k.data FROM task k WHERE k.id IN (
                          SELECT task_id FROM (SELECT task_id FROM task_record WHERE name = 'runs' AND happened_at > ?
                            ORDER BY happened_at DESC LIMIT ?) r)""")
                .params(TimeColumns.value(since), RUNS)
                .query((row, i) -> {
                    JsonNode data = Json.read(row.getString("data"));
                    BigDecimal budget = data.path("budgetUsd").isNumber()
                            ? data.get("budgetUsd").decimalValue()
                            : policy.of(row.getString("lifecycle"), "budgetUsd", (BigDecimal) null);
                    return budget == null
                            ? null
                            : new Budget(
                                    row.getString("id"),
                                    row.getString("title"),
                                    row.getString("lifecycle"),
                                    row.getObject("ended_at") != null,
                                    data.at("/costSummary/totalCost").decimalValue(),
                                    budget);
                })
                .list()
                .stream()
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingDouble(Budget::share).reversed())
                .toList();
    }
}
