package dev.baton.policy;

import dev.baton.json.NumberLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A setting under {@code baton.policy.<lifecycle>} and its type.
 *
 * @param lifecycle null for a setting of every lifecycle
 */
public record PolicySetting(String lifecycle, String name, Kind kind) {

    public static PolicySetting of(String lifecycle, String name, Kind kind) {
        return new PolicySetting(lifecycle, name, kind);
    }

    public static PolicySetting ofAll(String name, Kind kind) {
        return new PolicySetting(null, name, kind);
    }

    boolean appliesTo(String key) {
        return lifecycle == null || lifecycle.equals(key);
    }

    /** Whether another name differs only in Spring's relaxed spelling, which keys of a map do not support. */
    boolean isRelaxedFormOf(String other) {
        return !name.equals(other) && normalized(name).equals(normalized(other));
    }

    private static String normalized(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    /** The type of a value. Expressions in diagrams use the text unchanged, so surrounding spaces are not accepted. */
    public enum Kind {
        FLAG("true or false", text -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")),
        COUNT("a whole number from 1 to 999999", text -> text.matches("0*[1-9]\\d{0,5}")),
        SUM("a sum in USD from 0 to 1000000000", Kind::sum),
        TIME("a duration from a second to 3650 days such as PT10M, P1D or P1DT12H", Kind::time);

        private static final Pattern DAYS_TO_SECONDS = Pattern.compile("P(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?");
        private static final Duration LONGEST = Duration.ofDays(3650);
        private static final BigDecimal HIGHEST = BigDecimal.valueOf(1_000_000_000);

        private final String expected;
        private final Predicate<String> valid;

        Kind(String expected, Predicate<String> valid) {
            this.expected = expected;
            this.valid = valid;
        }

        String expected() {
            return expected;
        }

        boolean accepts(String text) {
            try {
                return valid.test(text);
            } catch (RuntimeException e) {
                return false;
            }
        }

        private static boolean sum(String text) {
            if (NumberLimits.fault(text) != null) {
                return false;
            }
            BigDecimal value = new BigDecimal(text);
            return value.signum() >= 0 && value.compareTo(HIGHEST) <= 0;
        }

        private static boolean time(String text) {
            Duration value = Duration.parse(text);
            return DAYS_TO_SECONDS.matcher(text).matches() && value.toSeconds() > 0 && value.compareTo(LONGEST) <= 0;
        }
    }
}
