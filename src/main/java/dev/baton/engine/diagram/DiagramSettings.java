package dev.baton.engine.diagram;

import dev.baton.core.StartupFailure;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings under {@code baton.diagrams}: what a diagram may demand from the server.
 *
 * @param shortestCycle the shortest time between two runs of a timer that repeats
 * @param stepsPerMove how many elements of a diagram one move can pass
 */
@ConfigurationProperties("baton.diagrams")
public record DiagramSettings(Duration shortestCycle, Integer stepsPerMove) {

    /** The largest number of parts of a multi-instance task. */
    public static final int MAX_PARTS = 100;

    private static final Duration MIN_CYCLE = Duration.ofMillis(100);
    private static final Duration MAX_CYCLE = Duration.ofDays(1);
    private static final int MIN_STEPS = 100;
    private static final int MAX_STEPS = 100_000;

    public DiagramSettings {
        StartupFailure.checkSetting(
                shortestCycle != null
                        && shortestCycle.compareTo(MIN_CYCLE) >= 0
                        && shortestCycle.compareTo(MAX_CYCLE) <= 0,
                "baton.diagrams.shortest-cycle",
                shortestCycle,
                "a duration from PT0.1S to P1D");
        StartupFailure.checkSetting(
                stepsPerMove != null && stepsPerMove >= MIN_STEPS && stepsPerMove <= MAX_STEPS,
                "baton.diagrams.steps-per-move",
                stepsPerMove,
                "a whole number from " + MIN_STEPS + " to " + MAX_STEPS);
    }
}
