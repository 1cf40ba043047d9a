package dev.baton.engine.timer;

import java.time.Duration;
import java.util.Date;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.calendar.CronTimer;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.camunda.bpm.engine.impl.util.ClockUtil;

/** Calculates the dates of repeating timers, and refuses those that repeat too often or never, also at run time. */
final class CycleCalendar extends CycleBusinessCalendar {

    private static final int MAX_CRON = 100;

    private final Duration shortest;

    CycleCalendar(Duration shortest) {
        this.shortest = shortest;
    }

    @Override
    public Date resolveDuedate(String text, Date from, long repeatOffset) {
        Date now = from == null ? ClockUtil.getCurrentTime() : from;
        try {
            return text.strip().startsWith("R") ? ofCycle(text.strip(), now, repeatOffset) : ofCron(text.strip(), now);
        } catch (ProcessEngineException e) {
            throw e;
        } catch (Exception e) {
            throw new ProcessEngineException(
                    "the timer can't be read: '" + text + "' is no ISO-8601 duration, date or cycle", e);
        }
    }

    private Date ofCycle(String text, Date now, long repeatOffset) {
        Cycle cycle = Cycle.parse(text, now);
        if (cycle.millis(now) < shortest.toMillis()) {
            boolean overflows = cycle.period().getSign() > 0 && cycle.millis(now) < 0;
            throw overflows ? DurationCalendar.tooFar(text) : tooOften(text);
        }
        Date next = cycle.after(new Date(now.getTime() - repeatOffset));
        return next == null ? null : new Date(next.getTime() + repeatOffset);
    }

    private Date ofCron(String text, Date now) throws Exception {
        if (text.length() > MAX_CRON) {
            throw new IllegalArgumentException("too long");
        }
        CronTimer cron = CronTimer.parse(text);
        Date next = cron.getDueDate(now);
        if (!next.after(now)) { // what the engine answers if there is no date
            throw new ProcessEngineException("the timer would never fire: '" + text + "' has no next date");
        }
        if (cron.getDueDate(next).getTime() - next.getTime() < shortest.toMillis()) {
            throw tooOften(text);
        }
        return next;
    }

    private ProcessEngineException tooOften(String text) {
        return new ProcessEngineException("the timer would fire too often: '" + text + "' repeats in less than "
                + shortest + " (baton.diagrams.shortest-cycle)");
    }
}
