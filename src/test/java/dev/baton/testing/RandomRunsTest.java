package dev.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RandomRunsTest {

    private final String given = System.getProperty(RandomRuns.SEED);

    @AfterEach
    void leaveTheSeedAsItWas() {
        if (given == null) {
            System.clearProperty(RandomRuns.SEED);
        } else {
            System.setProperty(RandomRuns.SEED, given);
        }
    }

    @Test
    void aPropertyThatHoldsIsTriedOnDifferentSteps() {
        Set<List<Integer>> tried = new HashSet<>();
        RandomRuns.check(20, RandomRunsTest::steps, (steps, notes) -> tried.add(steps));
        assertThat(tried).hasSize(20);
    }

    @Test
    void theReportHasTheShortestStepsThatFail() {
        assertThatThrownBy(() -> RandomRuns.check(200, RandomRunsTest::steps, RandomRunsTest::noSevenAfterThree))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 of 30 steps are enough: [3, 7]\n")
                .hasMessageContaining("\n  took 3\n  took 7\n")
                .hasMessageContaining("seven after three");
    }

    @Test
    void aFailureThatNeedsNoStepIsShortenedToNone() {
        assertThatThrownBy(() -> RandomRuns.check(1, RandomRunsTest::steps, (steps, notes) -> {
                    throw new IllegalStateException("always");
                }))
                .hasMessageContaining("0 of 30 steps are enough: []")
                .hasRootCauseMessage("always");
    }

    @Test
    void theSeedInTheReportFailsAtOnceAndInTheSameWay() {
        String report = report(200);
        System.setProperty(RandomRuns.SEED, report.replaceAll("(?s).*-Dwalks.seed=(\\d+).*", "$1"));
        assertThat(report(1)).isEqualTo(report);
    }

    private static String report(int runs) {
        return catchThrowable(() -> RandomRuns.check(runs, RandomRunsTest::steps, RandomRunsTest::noSevenAfterThree))
                .getMessage();
    }

    private static List<Integer> steps(Random random) {
        return random.ints(30, 0, 20).boxed().toList();
    }

    private static void noSevenAfterThree(List<Integer> steps, java.util.function.Consumer<String> notes) {
        List<Integer> seen = new ArrayList<>();
        for (int step : steps) {
            notes.accept("took " + step);
            if (step == 7 && seen.contains(3)) {
                throw new AssertionError("seven after three");
            }
            seen.add(step);
        }
    }
}
