package dev.baton.api;

/** The caller wants the events after one, and some of them have been deleted. */
final class EventsRemoved extends RuntimeException {

    EventsRemoved(long after, long removedTo) {
        super("Events after " + after + " have been deleted, up to " + removedTo
                + " (baton.events.keep): read the tasks again, then go on with after=" + removedTo);
    }
}
