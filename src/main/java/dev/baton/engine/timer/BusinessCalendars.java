package dev.baton.engine.timer;

import java.time.Duration;
import org.camunda.bpm.engine.impl.calendar.BusinessCalendarManager;
import org.camunda.bpm.engine.impl.calendar.CycleBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DueDateBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.DurationBusinessCalendar;
import org.camunda.bpm.engine.impl.calendar.MapBusinessCalendarManager;

/** The calendars that turn the text of a timer into a date. */
public final class BusinessCalendars {

    private BusinessCalendars() {}

    /** @param shortestCycle the shortest time between two runs of a timer that repeats */
    public static BusinessCalendarManager of(Duration shortestCycle) {
        MapBusinessCalendarManager calendars = new MapBusinessCalendarManager();
        calendars.addBusinessCalendar(DurationBusinessCalendar.NAME, new DurationCalendar(shortestCycle));
        calendars.addBusinessCalendar(DueDateBusinessCalendar.NAME, new DueDateBusinessCalendar());
        calendars.addBusinessCalendar(CycleBusinessCalendar.NAME, new CycleCalendar(shortestCycle));
        return calendars;
    }
}
