package dev.baton.lifecycle;

import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A regular expression of a schema. Some take years on a short text ({@code (a+)+$}), so a search ends when it has read too
 * many characters.
 */
final class BoundedPattern {

    /** About a tenth of a second, for all patterns that are applied to one document. */
    private static final int MAX_READS = 10_000_000;

    private static final int MAX_LENGTH = 2_000;

    private static final ThreadLocal<Budget> BUDGET = new ThreadLocal<>();

    /** A search has taken too long. */
    static final class TooSlow extends RuntimeException {

        TooSlow(String pattern) {
            super(
                    "can't be checked: the pattern '" + pattern
                            + "' of its schema takes too long on this text; an admin has to simplify it",
                    null,
                    false,
                    false);
        }
    }

    private static final class Budget {

        private int left = MAX_READS;
    }

    private final Pattern pattern;

    private BoundedPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** @throws IllegalArgumentException if the text is no regular expression, or too long for one */
    static BoundedPattern compile(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a pattern has at most " + MAX_LENGTH + " characters");
        }
        try {
            return new BoundedPattern(Pattern.compile(text));
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("a pattern is nested too deeply", e);
        }
    }

    /** Runs a validation whose patterns share one budget. */
    static <T> T withBudget(Supplier<T> validation) {
        BUDGET.set(new Budget());
        try {
            return validation.get();
        } finally {
            BUDGET.remove();
        }
    }

    boolean isFoundIn(String text) {
        Budget budget = BUDGET.get() == null ? new Budget() : BUDGET.get();
        try {
            return pattern.matcher(new CountedText(text, budget)).find();
        } catch (StackOverflowError e) {
            throw new TooSlow(pattern.pattern());
        }
    }

    /** Counts how often the matcher reads a character. */
    private final class CountedText implements CharSequence {

        private final CharSequence text;
        private final Budget budget;

        CountedText(CharSequence text, Budget budget) {
            this.text = text;
            this.budget = budget;
        }

        @Override
        public char charAt(int index) {
            if (--budget.left < 0) {
                throw new TooSlow(pattern.pattern());
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text.subSequence(start, end), budget);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
