package dev.baton.engine;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.springframework.stereotype.Component;

/** The engine's clock, so that timers and ledger use the same time and tests can set it. */
@Component
final class EngineClock extends Clock {

    @Override
    public Instant instant() {
        return ClockUtil.getCurrentTime().toInstant();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(instant(), zone);
    }
}
