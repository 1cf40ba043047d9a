package dev.baton.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Amounts in US dollars with nine decimals, so that sums stay exact when they are stored as JSON. */
final class Usd {

    private static final int DECIMALS = 9;

    private Usd() {}

    static BigDecimal of(JsonNode number) {
        return plain(number.decimalValue());
    }

    static BigDecimal plain(BigDecimal amount) {
        BigDecimal rounded = amount.setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
