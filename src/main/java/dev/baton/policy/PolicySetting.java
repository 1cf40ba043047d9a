package dev.baton.policy;

import dev.baton.json.NumberLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A setting under {@code baton.policy.<lifecycle>}, and what it can be.
 *
 * @param lifecycle null for a setting that every lifecycle can have
 */
public record PolicySetting(String lifecycle, String name, Kind kind) {

    public static PolicySetting of(String lifecycle, String name, Kind kind) {
        return new PolicySetting(lifecycle, name, kind);
    }

    public static PolicySetting ofAll(String name, Kind kind) {
        return new PolicySetting(null, name, kind);
    }

    boolean isFor(String key) {
        return lifecycle == null || lifecycle.equals(key);
    }

    /** Meant by a name that only Spring would take for the same. */
    boolean isNearly(String other) {
        return !name.equals(other) && plain(name).equals(plain(other));
    }

    private static String plain(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    /** Diagrams read a setting as it is written, so there can be no spaces around it. */
    public enum Kind {
        FLAG("true or false", text -> text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")),
        COUNT("a whole number from 1 to 999999", text -> text.matches("0*[1-9]\\d{0,5}")),
        SUM("a sum in USD from 0 to 1000000000", Kind::sum),
        TIME("a duration from a second to 3650 days such as PT10M, P1D or P1DT12H", Kind::time);

        private static final Pattern SPAN = Pattern.compile("P(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?");
        private static final Duration LONGEST = Duration.ofDays(3650);
        private static final BigDecimal HIGHEST = BigDecimal.valueOf(1_000_000_000);

        private final String expected;
        private final Predicate<String> fits;

        Kind(String expected, Predicate<String> fits) {
            this.expected = expected;
            this.fits = fits;
        }

        String expected() {
            return expected;
        }

        boolean fits(String text) {
            try {
                return fits.test(text);
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
            return SPAN.matcher(text).matches() && value.toSeconds() > 0 && value.compareTo(LONGEST) <= 0;
        }
    }
}
