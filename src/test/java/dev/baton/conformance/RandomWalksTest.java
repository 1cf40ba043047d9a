package dev.baton.conformance;

import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.Size;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/**
 * Wherever chance leads a task, through whichever door, legal or not: engine, derived table, ledger and history agree
 * after every step. Each try takes one task of every deployed lifecycle for a walk.
 */
class RandomWalksTest {

    @Property(tries = 15, shrinking = ShrinkingMode.OFF)
    void everythingAgreesOnH2(@ForAll @Size(12) List<Long> seeds) {
        walk(Baton.on(Database.H2), seeds);
    }

    @Property(tries = 15, shrinking = ShrinkingMode.OFF)
    void everythingAgreesOnPostgres(@ForAll @Size(12) List<Long> seeds) {
        walk(Baton.on(Database.POSTGRES), seeds);
    }

    private static void walk(Baton baton, List<Long> seeds) {
        for (String lifecycle : Walk.lifecycles(baton)) {
            try {
                Walk walk = new Walk(baton, lifecycle);
                if (walk.begin()) {
                    seeds.forEach(seed -> walk.step(new Random(seed)));
                }
            } finally {
                ClockUtil.reset();
            }
        }
    }
}
