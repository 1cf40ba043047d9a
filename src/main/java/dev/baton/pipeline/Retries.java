package dev.baton.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * How long a phase that fails is tried.
 *
 * @param escalateAfter so many failures at one tier lead to the next tier
 * @param max how often a phase is tried again, at all tiers together
 * @param breaker so many equal failures in a row end the run: more of the same would not help
 */
record Retries(int escalateAfter, int max, int breaker) {

    /** One failed attempt. */
    record Failure(String tier, String error) {}

    boolean tripped(List<Failure> failures) {
        Failure last = failures.get(failures.size() - 1);
        return inARow(failures, last.error(), Failure::error) >= breaker;
    }

    /** Whether it is time to leave the tier of the last failure. */
    boolean tierUsedUp(List<Failure> failures) {
        Failure last = failures.get(failures.size() - 1);
        return inARow(failures, last.tier(), Failure::tier) >= escalateAfter || usedUp(failures);
    }

    /** The first attempt is no retry: after its failure none has been used. */
    boolean usedUp(List<Failure> failures) {
        return failures.size() > max;
    }

    /**
     * What keeps one of these limits from ever being met because another always comes first; nothing if all can be.
     * Each complaint begins with the setting to change.
     */
    List<String> shadows(int tiers) {
        List<String> shadows = new ArrayList<>();
        if (escalateAfter < 2) {
            shadows.add("escalate-after: " + escalateAfter
                    + " would leave a tier at the first failure, so that no phase is tried again at its tier;"
                    + " use 2 or more");
        }
        if (breaker < 2) {
            shadows.add("breaker: " + breaker
                    + " would end a run at the first failure, so that nothing is ever tried again; use 2 or more");
        }
        int needed = Math.max(1, tiers - 1) * escalateAfter;
        if (max < needed) {
            shadows.add("max: " + max + " retries are used up before "
                    + (tiers > 1 ? "the highest tier is reached" : "a phase has got beyond escalate-after")
                    + "; with " + tiers + (tiers == 1 ? " tier" : " tiers") + " and escalate-after " + escalateAfter
                    + " use " + needed + " or more");
        }
        if (breaker > max + 1) {
            shadows.add("breaker: " + breaker + " equal failures can't happen, because a phase runs at most "
                    + (max + 1) + " times; use " + (max + 1) + " or less, or allow more retries");
        }
        return shadows;
    }

    private static int inARow(List<Failure> failures, String value, java.util.function.Function<Failure, String> of) {
        int count = 0;
        for (int i = failures.size() - 1; i >= 0 && of.apply(failures.get(i)).equals(value); i--) {
            count++;
        }
        return count;
    }
}
