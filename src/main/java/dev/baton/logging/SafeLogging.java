package dev.baton.logging;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Puts a {@link SafeAppender} in front of every appender, as soon as logging is set up. It works on the appenders and not on a
 * pattern, so that it also holds for structured logging, log files and a configuration of the operator's own.
 */
final class SafeLogging implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLoggerList().forEach(SafeLogging::guard);
        }
    }

    private static void guard(Logger logger) {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        logger.iteratorForAppenders().forEachRemaining(appenders::add);
        for (Appender<ILoggingEvent> appender : appenders) {
            if (!(appender instanceof SafeAppender)) {
                SafeAppender safe = new SafeAppender(appender);
                safe.setContext(logger.getLoggerContext());
                safe.start();
                logger.addAppender(safe);
                logger.detachAppender(appender);
            }
        }
    }

    /** Spring Boot sets up logging first. */
    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }
}
