package dev.baton.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.pipeline.Retries.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Limits are accepted if and only if every outcome can happen with them and no phase has more retries than allowed. */
class RetriesTest {

    private enum Outcome {
        SAME_TIER,
        ESCALATED,
        BREAKER,
        TOP_TIER,
        TOO_MANY
    }

    @Test
    void settingsAreAcceptedExactlyWhenEveryOutcomeCanHappenWithinTheRetries() {
        for (int tiers = 1; tiers <= 3; tiers++) {
            for (int escalateAfter = 0; escalateAfter <= 3; escalateAfter++) {
                for (int max = 0; max <= 7; max++) {
                    for (int breaker = 0; breaker <= 9; breaker++) {
                        Retries retries = new Retries(escalateAfter, max, breaker);
                        assertThat(retries.unreachableLimits(tiers).isEmpty())
                                .as("%s with %d tiers: %s", retries, tiers, retries.unreachableLimits(tiers))
                                .isEqualTo(outcomes(retries, tiers)
                                        .equals(EnumSet.complementOf(EnumSet.of(Outcome.TOO_MANY))));
                    }
                }
            }
        }
    }

    @Test
    void theShippedLimitsAreAccepted() {
        assertThat(new Retries(3, 8, 3).unreachableLimits(3)).isEmpty();
    }

    /** Tries every sequence of failures of two kinds. */
    private static Set<Outcome> outcomes(Retries retries, int tiers) {
        Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
        Deque<List<Failure>> open = new ArrayDeque<>(List.of(List.of()));
        Set<List<Failure>> seen = new HashSet<>();
        while (!open.isEmpty()) {
            List<Failure> before = open.pop();
            int tier = before.isEmpty() ? 0 : nextTier(retries, before, tiers, outcomes);
            for (int kind = 0; kind < 2 && tier >= 0; kind++) {
                List<Failure> after = new ArrayList<>(before);
                after.add(new Failure("tier " + tier, "kind " + kind));
                if (after.size() > retries.max() + 1) {
                    outcomes.add(Outcome.TOO_MANY);
                } else if (seen.add(after)) {
                    open.push(after);
                }
            }
        }
        return outcomes;
    }

    /** The tier of the next attempt; -1 if there is none. */
    private static int nextTier(Retries retries, List<Failure> failures, int tiers, Set<Outcome> outcomes) {
        int tier = Integer.parseInt(failures.get(failures.size() - 1).tier().substring(5));
        if (retries.breakerTripped(failures, tier == tiers - 1)) {
            outcomes.add(Outcome.BREAKER);
            return -1;
        }
        if (!retries.tierUsedUp(failures)) {
            outcomes.add(Outcome.SAME_TIER);
            return tier;
        }
        if (tier == tiers - 1 && retries.usedUp(failures)) {
            outcomes.add(Outcome.TOP_TIER);
            return -1;
        }
        outcomes.add(Outcome.ESCALATED);
        return Math.min(tier + 1, tiers - 1);
    }
}
