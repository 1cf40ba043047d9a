package dev.baton.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;

/** Passes every event to another appender without control characters, in whatever format that one writes. */
final class SafeAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {

    /** Says in several lines why a start failed; nothing in it comes from a caller. */
    private static final String START_FAILURE = "org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter";

    private final Appender<ILoggingEvent> appender;

    SafeAppender(Appender<ILoggingEvent> appender) {
        this.appender = appender;
        setName(appender.getName());
    }

    @Override
    protected void append(ILoggingEvent event) {
        appender.doAppend(event.getLoggerName().equals(START_FAILURE) ? event : new SafeEvent(event));
    }

    @Override
    public void stop() {
        appender.stop();
        super.stop();
    }
}
