package dev.baton.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The limits for repeating a failed phase.
 *
 * @param escalateAfter the number of failures at a tier after which the next tier is used
 * @param max the number of retries of a phase, at all tiers together
 * @param breaker the number of consecutive failures with the same error that trips the breaker
 */
record Retries(int escalateAfter, int max, int breaker) {

    /** One failed attempt. */
    record Failure(String tier, String error) {}

    /** Whether the same failure was repeated at two tiers, or at the top tier, above which there is no stronger model. */
    boolean breakerTripped(List<Failure> failures, boolean atTopTier) {
        return repeats(failures) >= breaker && (atTopTier || repeats(failures) > atLastTier(failures));
    }

    /** Whether the attempts at the tier of the last failure are used up, or more of them would bring the same failure. */
    boolean tierUsedUp(List<Failure> failures) {
        return atLastTier(failures) >= escalateAfter || repeats(failures) >= breaker || usedUp(failures);
    }

    private static int repeats(List<Failure> failures) {
        return consecutive(failures, failures.get(failures.size() - 1).error(), Failure::error);
    }

    private static int atLastTier(List<Failure> failures) {
        return consecutive(failures, failures.get(failures.size() - 1).tier(), Failure::tier);
    }

    /** The first attempt does not count as a retry, so {@code max + 1} failures are possible. */
    boolean usedUp(List<Failure> failures) {
        return failures.size() > max;
    }

    /**
     * Finds limits that never apply because another one always applies first.
     *
     * @return the setting to change and the reason; empty if every limit can be reached
     */
    Map<String, String> unreachableLimits(int tiers) {
        Map<String, String> faults = new LinkedHashMap<>();
        if (escalateAfter < 2) {
            faults.put(
                    "escalate-after",
                    escalateAfter
                            + " would leave a tier at the first failure, so that no phase is tried again at its tier;"
                            + " use 2 or more");
        }
        if (breaker < 2) {
            faults.put(
                    "breaker",
                    breaker
                            + " would end a run at the first failure, so that nothing is ever tried again; use 2 or more");
        }
        int needed = Math.max(1, tiers - 1) * escalateAfter;
        if (max < needed) {
            faults.put(
                    "max",
                    max + " retries are used up before "
                            + (tiers > 1 ? "the highest tier is reached" : "a phase has got beyond escalate-after")
                            + "; with " + tiers + (tiers == 1 ? " tier" : " tiers") + " and escalate-after "
                            + escalateAfter
                            + " use " + needed + " or more");
        }
        int repeated = tiers > 1 ? Math.max(breaker, Math.min(breaker, escalateAfter) + 1) : breaker;
        if (repeated > max + 1) {
            faults.put(
                    "breaker",
                    breaker + " equal failures" + (repeated > breaker ? " and one more at the next tier" : "")
                            + " can't happen, because a phase runs at most " + (max + 1) + " times; use "
                            + (max + 1) + " or less, or allow more retries");
        }
        return faults;
    }

    private static int consecutive(List<Failure> failures, String value, Function<Failure, String> of) {
        int count = 0;
        for (int i = failures.size() - 1; i >= 0 && of.apply(failures.get(i)).equals(value); i--) {
            count++;
        }
        return count;
    }
}
