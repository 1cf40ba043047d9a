package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;

/**
 * What a run has cost and what it may cost.
 *
 * @param node the checkpoint
 */
record RunBudget(ObjectNode node) {

    BigDecimal spent() {
        return Usd.of(node.get("cost_total_usd"));
    }

    BigDecimal limit() {
        return Usd.of(node.get("budget_usd"));
    }

    void limit(BigDecimal usd) {
        node.put("budget_usd", Usd.plain(usd));
    }

    /** There is no limit before a pipeline is assigned. */
    boolean isExceeded() {
        return node.has("budget_usd") && spent().compareTo(limit()) > 0;
    }

    void spend(BigDecimal cost) {
        node.put("cost_total_usd", Usd.plain(spent().add(cost)));
    }

    /** @param name the field for the costs of this kind, beside the total */
    void spend(String name, BigDecimal cost) {
        BigDecimal before = node.has(name) ? Usd.of(node.get(name)) : BigDecimal.ZERO;
        node.put(name, Usd.plain(before.add(cost)));
        spend(cost);
    }
}
