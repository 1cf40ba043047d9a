package dev.baton.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testing.Baton;
import dev.baton.testing.Examples;
import dev.baton.testing.OnBothDatabases;
import dev.baton.testing.RandomRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/**
 * Random moves of a task, allowed or not, through every entry point: engine, derived table, ledger and history agree
 * after each of them.
 */
class RandomWalksTest {

    /** {@code -Dwalks.runs=20} takes more of them. */
    private static final int RUNS = Integer.getInteger("walks.runs", 1);

    private static final int STEPS = 20;

    /** A few walks may all end early; then there are more of them until they have reached this many states, or all but one. */
    private static final int STATES = 3;

    private static final int ROUNDS = 80;
    private static final int STEPS_AFTER_THE_END = 4;

    /** The shipped ones and the tests' own. */
    private static List<String> lifecycles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("bpmn"))) {
            return Stream.concat(
                            files.map(file -> file.getFileName().toString())
                                    .filter(file -> file.endsWith(".bpmn"))
                                    .map(file -> file.replace(".bpmn", "")),
                            Stream.of("errand", "outing"))
                    .sorted()
                    .toList();
        }
    }

    /** Lifecycles that nobody wrote Java for; the last one uses every word that is not in the others. */
    private static final List<String> DRAWN =
            List.of("content-piece", "content", "incident", "pull-request", "every-word");

    @OnBothDatabases
    void engineTableLedgerAndHistoryAgreeAfterEveryStep(Baton baton) throws IOException {
        agreeAfterEveryStep(baton, lifecycles());
    }

    @OnBothDatabases
    void theyAgreeForWhatOthersDrawToo(Baton baton) {
        DRAWN.forEach(lifecycle -> Examples.deploy(baton, lifecycle));
        agreeAfterEveryStep(baton, DRAWN);
    }

    private static void agreeAfterEveryStep(Baton baton, List<String> lifecycles) {
        for (String lifecycle : lifecycles) {
            Set<String> reached = new HashSet<>();
            int wanted = Math.min(STATES, states(baton, lifecycle) - 1);
            for (int round = 0; round < ROUNDS && reached.size() < wanted; round++) {
                RandomRuns.check(RUNS, random -> random.longs(STEPS).boxed().toList(), (steps, notes) -> {
                    try {
                        walk(new Walk(baton, lifecycle, notes), steps, reached);
                    } finally {
                        ClockUtil.reset();
                    }
                });
            }
            assertThat(reached)
                    .as("states that the walks in %s reach", lifecycle)
                    .hasSizeGreaterThanOrEqualTo(wanted);
        }
    }

    private static int states(Baton baton, String lifecycle) {
        return baton.admin()
                .get("/api/lifecycles/" + lifecycle)
                .expect(200)
                .json()
                .get("states")
                .size();
    }

    private static void walk(Walk walk, List<Long> steps, Set<String> reached) {
        walk.begin();
        int afterTheEnd = 0;
        for (long step : steps) {
            walk.step(new Random(step));
            reached.add(walk.state());
            if (walk.terminal(walk.state()) && ++afterTheEnd == STEPS_AFTER_THE_END) {
                return;
            }
        }
    }
}
