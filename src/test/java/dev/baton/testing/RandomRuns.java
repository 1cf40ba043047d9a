package dev.baton.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Tries a property on random lists of steps. A list that fails is shortened as long as it still fails; the error then
 * has the seed, the shortest list and what happened on its way. {@code -Dwalks.seed=…} starts with that seed again.
 */
public final class RandomRuns {

    /** The system property with the seed of the first run; without it, every time another. */
    public static final String SEED = "walks.seed";

    /** What has to hold for all steps. */
    public interface Property<S> {

        /**
         * Takes the steps and throws if something is wrong.
         *
         * @param notes takes a line for each thing that happened, for whoever has to read the report
         */
        void check(List<S> steps, Consumer<String> notes);
    }

    private record Failure<S>(List<S> steps, List<String> notes, Throwable cause) {}

    private RandomRuns() {}

    public static <S> void check(int runs, Function<Random, List<S>> steps, Property<S> property) {
        long first = Long.getLong(SEED, new Random().nextInt(Integer.MAX_VALUE));
        for (long seed = first; seed < first + runs; seed++) {
            Failure<S> failure = run(steps.apply(new Random(seed)), property);
            if (failure != null) {
                Failure<S> shortest = shorten(failure, property);
                AssertionError report = new AssertionError(report(seed, failure, shortest), shortest.cause());
                if (shortest != failure) {
                    report.addSuppressed(failure.cause());
                }
                throw report;
            }
        }
    }

    private static <S> Failure<S> run(List<S> steps, Property<S> property) {
        List<String> notes = new ArrayList<>();
        try {
            property.check(steps, notes::add);
            return null;
        } catch (RuntimeException | AssertionError e) {
            return new Failure<>(steps, notes, e);
        }
    }

    /** Leaves out halves, quarters and so on down to single steps, until every step that is left is needed. */
    private static <S> Failure<S> shorten(Failure<S> failure, Property<S> property) {
        Failure<S> shortest = failure;
        for (int size = Math.max(1, shortest.steps().size() / 2); size > 0; ) {
            Failure<S> shorter = without(size, shortest, property);
            if (shorter != null) {
                shortest = shorter;
            } else {
                size /= 2;
            }
        }
        return shortest;
    }

    private static <S> Failure<S> without(int size, Failure<S> failure, Property<S> property) {
        for (int from = 0; from < failure.steps().size(); from += size) {
            List<S> rest = new ArrayList<>(failure.steps());
            rest.subList(from, Math.min(from + size, rest.size())).clear();
            Failure<S> shorter = run(rest, property);
            if (shorter != null) {
                return shorter;
            }
        }
        return null;
    }

    private static String report(long seed, Failure<?> failure, Failure<?> shortest) {
        return """
                Failed with seed %d; run it again with -D%s=%d
                %d of %d steps are enough: %s
                  %s
                %s""".formatted(
                        seed,
                        SEED,
                        seed,
                        shortest.steps().size(),
                        failure.steps().size(),
                        shortest.steps(),
                        String.join("\n  ", shortest.notes()),
                        shortest.cause());
    }
}
