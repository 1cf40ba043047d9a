package dev.baton.json;

import java.math.BigInteger;

/**
 * How long a number may be. Adding two numbers writes out all digits between them: with exponents of any size a few bytes
 * of JSON would cost minutes of CPU time, or all memory. Every number of a double fits.
 */
public final class NumberLimits {

    public static final int DIGITS = 100;
    static final int EXPONENT = 400;

    /** What a number with that many digits needs at most. */
    private static final int BITS = 333;

    private static final String ALLOWED =
            "a number has at most " + DIGITS + " digits and an exponent from -" + EXPONENT + " to " + EXPONENT;
    private static final int SHOWN = 40;

    private NumberLimits() {}

    /** What is wrong with a number as it is written; null if nothing is. */
    public static String fault(String number) {
        int e = Math.max(number.indexOf('e'), number.indexOf('E'));
        String mantissa = e < 0 ? number : number.substring(0, e);
        if (digits(mantissa) > DIGITS || e >= 0 && exponent(number.substring(e + 1)) > EXPONENT) {
            return "the number " + shown(number) + " is not taken: " + ALLOWED;
        }
        if (e >= 0 && Double.isInfinite(Double.parseDouble(number))) {
            return "the number " + shown(number) + " is too large: it has to be below 1.8e308";
        }
        return null;
    }

    /** For numbers that were calculated. */
    public static boolean isTooLong(BigInteger number) {
        return number.bitLength() > BITS;
    }

    /** For a number that is so long that the parser did not read it to its end. */
    static String tooLong() {
        return "a number is too long: " + ALLOWED;
    }

    private static int digits(String mantissa) {
        return (int) mantissa.chars().filter(c -> c >= '0' && c <= '9').count();
    }

    /** The size of an exponent, without its sign; anything above the limit if it has too many digits to be read. */
    private static int exponent(String text) {
        String digits = text.replaceFirst("^[+-]?0*", "");
        return digits.isEmpty() ? 0 : digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private static String shown(String number) {
        return number.length() <= SHOWN ? number : number.substring(0, SHOWN) + "…";
    }
}
