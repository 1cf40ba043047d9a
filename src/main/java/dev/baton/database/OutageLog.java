package dev.baton.database;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import dev.baton.core.Causes;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Suppresses stack traces during an outage: the engine, the scheduler and the web server would log one for every failed
 * request and job, while {@link Outage} logs a single line.
 */
@Component
class OutageLog implements DisposableBean {

    /** Logs the stack trace as text, so there is no exception to examine. */
    private static final String CAMUNDA_REST = "org.camunda.bpm.engine.rest.exception";

    private final Outage outage;

    /** Not a turbo filter: those are asked about every line that could be logged, at levels that are turned off too. */
    private final Filter<ILoggingEvent> filter = new OutageFilter();

    OutageLog(DataSource database) throws SQLException {
        this.outage = database.isWrapperFor(WatchedDatabase.class)
                ? database.unwrap(WatchedDatabase.class).outage()
                : new Outage();
    }

    @EventListener
    void watch(ApplicationReadyEvent event) {
        outage.watch();
        forEachAppender(appender -> appender.addFilter(filter));
    }

    @Override
    public void destroy() {
        forEachAppender(appender -> {
            List<Filter<ILoggingEvent>> filters = appender.getCopyOfAttachedFiltersList();
            if (filters.remove(filter)) {
                appender.clearAllFilters();
                filters.forEach(appender::addFilter);
            }
        });
    }

    private static void forEachAppender(Consumer<Appender<ILoggingEvent>> action) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLoggerList()
                    .forEach(logger -> logger.iteratorForAppenders().forEachRemaining(action));
        }
    }

    private final class OutageFilter extends Filter<ILoggingEvent> {

        @Override
        public FilterReply decide(ILoggingEvent event) {
            if (outage.logged() && event.getLoggerName().equals(CAMUNDA_REST)) {
                return FilterReply.DENY;
            }
            if (!(event.getThrowableProxy() instanceof ThrowableProxy proxy)
                    || !DatabaseFailures.unavailable(proxy.getThrowable())) {
                return FilterReply.NEUTRAL;
            }
            Throwable failure = proxy.getThrowable();
            if (Causes.of(failure).noneMatch(WatchedDatabase.PoolExhausted.class::isInstance)) {
                outage.begin(failure);
            }
            return FilterReply.DENY;
        }
    }
}
