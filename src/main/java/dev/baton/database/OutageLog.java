package dev.baton.database;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.baton.core.Causes;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Suppresses stack traces during an outage: the engine, the scheduler and the web server would log one for every failed
 * request and job, while {@link Outage} logs a single line. A turbo filter, because it also sees the lines of levels that are turned
 * off: HikariCP and others tell there first that a connection is broken.
 */
@Component
class OutageLog implements DisposableBean {

    /** Logs the stack trace as text, so there is no exception to examine. */
    private static final String CAMUNDA_REST = "org.camunda.bpm.engine.rest.exception";

    private final Outage outage;
    private final TurboFilter filter = new OutageFilter();

    OutageLog(DataSource database) throws SQLException {
        this.outage = database.isWrapperFor(WatchedDatabase.class)
                ? database.unwrap(WatchedDatabase.class).outage()
                : new Outage();
    }

    @EventListener
    void watch(ApplicationReadyEvent event) {
        outage.watch();
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.addTurboFilter(filter);
        }
    }

    @Override
    public void destroy() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getTurboFilterList().remove(filter);
        }
    }

    private final class OutageFilter extends TurboFilter {

        @Override
        public FilterReply decide(
                Marker marker, Logger logger, Level level, String format, Object[] arguments, Throwable failure) {
            if (outage.logged() && logger.getName().equals(CAMUNDA_REST)) {
                return FilterReply.DENY;
            }
            Throwable logged = failure == null ? last(arguments) : failure;
            if (logged == null || !DatabaseFailures.unavailable(logged)) {
                return FilterReply.NEUTRAL;
            }
            if (Causes.of(logged).noneMatch(WatchedDatabase.PoolExhausted.class::isInstance)) {
                outage.begin(logged);
            }
            return FilterReply.DENY;
        }

        private static Throwable last(Object[] arguments) {
            return arguments != null
                            && arguments.length > 0
                            && arguments[arguments.length - 1] instanceof Throwable throwable
                    ? throwable
                    : null;
        }
    }
}
