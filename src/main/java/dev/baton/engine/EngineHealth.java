package dev.baton.engine;

import java.util.Date;
import org.camunda.bpm.engine.ProcessEngine;
import org.springframework.stereotype.Component;

/** Counts overdue jobs and incidents. */
@Component
public class EngineHealth {

    /** A job or lease counts as overdue that long after its due date. */
    public static final long OVERDUE_MILLIS = 60_000;

    private final ProcessEngine engine;
    private final EngineClock clock;

    EngineHealth(ProcessEngine engine, EngineClock clock) {
        this.engine = engine;
        this.clock = clock;
    }

    public long overdueJobs() {
        return engine.getManagementService()
                .createJobQuery()
                .duedateLowerThan(new Date(clock.millis() - OVERDUE_MILLIS))
                .withRetriesLeft()
                .count();
    }

    public long incidents() {
        return engine.getRuntimeService().createIncidentQuery().count();
    }
}
