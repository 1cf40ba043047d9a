package dev.baton.move;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.json.NumberLimits;

/**
 * What a diagram can write into a task's data. Callers' documents are limited when they are read; an expression on a loop of a
 * diagram could double a value each time.
 */
public final class DataLimits {

    private static final int VALUE = 1_000_000;
    private static final int ALL = 10_000_000;
    private static final int NAME = 255;
    private static final int DEPTH = 100;

    private DataLimits() {}

    /** @throws Refusal if the value, or the data with it, is too large */
    static void set(ObjectNode data, String name, JsonNode value) {
        if (name.isEmpty() || name.length() > NAME) {
            throw refusal("the name of a field has from 1 to " + NAME + " characters");
        }
        long size = size(name, value, 1);
        if (size > VALUE) {
            throw refusal("'" + name + "' would have more than " + VALUE + " characters");
        }
        data.set(name, value);
        check(data);
    }

    /** @throws Refusal if the data has become too large */
    public static void check(ObjectNode data) {
        if (size("", data, 0) > ALL) {
            throw refusal("the task's data would have more than " + ALL + " characters");
        }
    }

    /** About the number of characters of a value as text. */
    private static long size(String name, JsonNode value, int depth) {
        if (depth > DEPTH) {
            throw refusal("'" + name + "' would be nested in more than " + DEPTH + " levels");
        }
        if (value.isBigInteger() && NumberLimits.isTooLong(value.bigIntegerValue())
                || value.isBigDecimal()
                        && NumberLimits.isTooLong(value.decimalValue().unscaledValue())) {
            throw refusal("'" + name + "' would have more than " + NumberLimits.DIGITS + " digits");
        }
        long size = 1 + (value.isTextual() ? value.textValue().length() : 0);
        if (value.isObject()) {
            for (var field : value.properties()) {
                size += field.getKey().length() + size(field.getKey(), field.getValue(), depth + 1);
            }
        }
        if (value.isArray()) {
            for (JsonNode item : value) {
                size += size(name, item, depth + 1);
            }
        }
        return size;
    }

    private static Refusal refusal(String message) {
        return new Refusal(Reason.INVALID, "data", message);
    }
}
