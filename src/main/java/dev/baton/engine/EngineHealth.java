package dev.baton.engine;

import java.util.Date;
import org.camunda.bpm.engine.ProcessEngine;
import org.springframework.stereotype.Component;

/** How the engine's background work is doing. */
@Component
public class EngineHealth {

    /** From when on something is overdue. */
    public static final long LATE = 60_000;

    private final ProcessEngine engine;
    private final EngineClock clock;

    EngineHealth(ProcessEngine engine, EngineClock clock) {
        this.engine = engine;
        this.clock = clock;
    }

    /** Jobs that should have run a minute ago or more. */
    public long overdueJobs() {
        return engine.getManagementService()
                .createJobQuery()
                .duedateLowerThan(new Date(clock.millis() - LATE))
                .withRetriesLeft()
                .count();
    }

    public long incidents() {
        return engine.getRuntimeService().createIncidentQuery().count();
    }
}
