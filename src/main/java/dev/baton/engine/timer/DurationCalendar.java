package dev.baton.engine.timer;

import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.calendar.DurationBusinessCalendar;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/**
 * Reads durations such as {@code PT15M}, also at run time. The engine's own calendar takes cycles, too, and counts up to their
 * next date: with {@code R/PT0S} for ever.
 */
final class DurationCalendar extends DurationBusinessCalendar {

    private static final int MAX_LENGTH = 100;

    private static final Date LAST = Date.from(Instant.parse("9999-12-31T00:00:00Z"));

    private final Duration shortest;

    DurationCalendar(Duration shortest) {
        this.shortest = shortest;
    }

    @Override
    public Date resolveDuedate(String text, Date from) {
        if (text.length() > MAX_LENGTH) {
            throw new ProcessEngineException("the timer can't be read: it has more than " + MAX_LENGTH + " characters");
        }
        if (text.strip().startsWith("R")) {
            throw new ProcessEngineException(
                    "the timer can't be read: '" + text + "' is a cycle, and a duration such as PT15M is needed");
        }
        return super.resolveDuedate(text, from);
    }

    /** A task that comes back to a timer without a duration would never rest. */
    void refuseTooShort(String text) {
        Date now = ClockUtil.getCurrentTime();
        Date due = resolveDuedate(text, now);
        if (due != null && due.before(now) && !text.strip().startsWith("-")) {
            throw tooFar(text); // beyond what a date can hold
        }
        if (due != null && due.getTime() - now.getTime() < shortest.toMillis()) {
            throw new ProcessEngineException("the timer would fire at once: '" + text + "' is less than " + shortest
                    + " (baton.diagrams.shortest-cycle)");
        }
    }

    /** Databases differ in the last date that they can store. */
    static void refuseTooFar(String text, Date due) {
        if (due.after(LAST)) {
            throw tooFar(text);
        }
    }

    static ProcessEngineException tooFar(String text) {
        return new ProcessEngineException("the timer would fire after the year 9999: '" + text + "' is too far away");
    }
}
