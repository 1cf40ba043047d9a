package dev.baton.engine.timer;

import java.util.Date;
import java.util.GregorianCalendar;
import java.util.concurrent.TimeUnit;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.calendar.DateTimeUtil;

/**
 * A repeating timer such as {@code R/PT10M}, {@code R3/2027-01-01T00:00:00/P1D} or {@code R/PT1H/2027-01-01T00:00:00}. The
 * engine finds the next date by counting up from the first one, which takes minutes for short periods; here it is calculated.
 *
 * @param times how often it repeats
 * @param start the first date; null if the timer is counted back from its end
 * @param end the last date; null if there is none
 */
public record Cycle(int times, Date start, Duration period, Date end) {

    private static final int MAX_LENGTH = 100;
    private static final int MAX_STEPS = 100_000;
    private static final long MILLIS_PER_WEEK = TimeUnit.DAYS.toMillis(7);

    /**
     * @param begin the start of a cycle that has none
     * @throws RuntimeException if the text is no cycle
     */
    public static Cycle parse(String text, Date begin) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a timer has at most " + MAX_LENGTH + " characters");
        }
        String[] parts = text.strip().split("/", -1);
        if (parts.length < 2 || parts.length > 3 || !parts[0].startsWith("R")) {
            throw new IllegalArgumentException("'" + text + "' is no cycle such as R/PT10M");
        }
        int times = parts[0].length() == 1 ? Integer.MAX_VALUE : Integer.parseInt(parts[0].substring(1));
        if (times < 1) {
            throw new IllegalArgumentException("'" + text + "' never repeats");
        }
        if (parts[1].startsWith("P")) {
            Date end = parts.length == 2 ? null : DateTimeUtil.parseDate(parts[2]);
            return new Cycle(times, end == null ? begin : null, period(parts[1]), end);
        }
        Date start = DateTimeUtil.parseDate(parts[1]);
        return parts[2].startsWith("P")
                ? new Cycle(times, start, period(parts[2]), null)
                : new Cycle(
                        times,
                        start,
                        datatypes().newDuration(DateTimeUtil.parseDate(parts[2]).getTime() - start.getTime()),
                        null);
    }

    private static Duration period(String text) {
        return text.matches("P\\d{1,6}W")
                ? datatypes().newDuration(Long.parseLong(text.substring(1, text.length() - 1)) * MILLIS_PER_WEEK)
                : datatypes().newDuration(text);
    }

    private static DatatypeFactory datatypes() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new ProcessEngineException(e);
        }
    }

    /** The period in milliseconds; months and years have their length at the given date. */
    public long millis(Date from) {
        return period.getTimeInMillis(from);
    }

    /** The first date of the cycle after the given one; null if there is none. */
    Date after(Date now) {
        return end == null ? countedFromStart(now) : countedFromEnd(now);
    }

    private Date countedFromStart(Date now) {
        if (isTimeOfDay()) {
            long step = millis(start);
            long passed = now.getTime() < start.getTime() ? 0 : (now.getTime() - start.getTime()) / step + 1;
            Date next = new Date(start.getTime() + Math.min(passed, times) * step);
            return next.before(now) ? null : next;
        }
        Date next = start;
        for (int i = 0; i < Math.min(times, MAX_STEPS) && !next.after(now); i++) {
            next = plus(next, period);
        }
        return next.before(now) ? null : next;
    }

    private Date countedFromEnd(Date now) {
        Date next = end;
        Date before = plus(end, period.negate());
        for (int i = 0; i < times && before.after(now); i++) {
            if (i == MAX_STEPS) {
                throw new IllegalArgumentException("the timer repeats too often until its end");
            }
            next = before;
            before = plus(before, period.negate());
        }
        return next.before(now) ? null : next;
    }

    /** Days have 23 to 25 hours, depending on the date. */
    private boolean isTimeOfDay() {
        return isZero(DatatypeConstants.YEARS) && isZero(DatatypeConstants.MONTHS) && isZero(DatatypeConstants.DAYS);
    }

    private boolean isZero(DatatypeConstants.Field field) {
        return !period.isSet(field) || period.getField(field).intValue() == 0;
    }

    private static Date plus(Date date, Duration period) {
        GregorianCalendar calendar = new GregorianCalendar();
        calendar.setTime(date);
        period.addTo(calendar);
        return calendar.getTime();
    }
}
