package dev.baton.lifecycle;

import jakarta.annotation.Nullable;
import java.util.List;

/**
 * A decision that came with a diagram: a table, or an expression.
 *
 * @param hitPolicy which of the rules that match count; null for an expression
 * @param expression null for a table
 * @param requires the decisions whose results it reads
 */
public record Decision(
        String key,
        @Nullable String name,
        @Nullable String hitPolicy,
        List<InputColumn> inputs,
        List<OutputColumn> outputs,
        List<TableRule> rules,
        @Nullable String expression,
        List<String> requires) {

    public record InputColumn(
            @Nullable String label,
            String expression,
            @Nullable String type) {}

    public record OutputColumn(
            @Nullable String name,
            @Nullable String label,
            @Nullable String type) {}

    /** @param inputs what each input has to be, in the order of the inputs; an empty one can be anything */
    public record TableRule(
            List<String> inputs,
            List<String> outputs,
            @Nullable String description) {}
}
